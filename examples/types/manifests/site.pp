# A small fleet: makes the objects, asks them some questions, and gives the network as data.
#
#     pupa eval --environment-dir examples/types examples/types/manifests/site.pp

# Every form of `new` is here: a hash in parentheses, in braces, and an initialiser.
$network = Fleet::Network.new({ name => 'backbone' }) |$n| {
  $edge = Fleet::Router.new({
    name       => 'edge',
    stage      => production,
    interfaces => [
      Fleet::Interface.new({ name => 'wan', mac => '00-1A-2B-3C-4D-5E', speed => 10000 }),
      Fleet::Interface.new({ name => 'lan', mac => '001a.2b3c.4d5f' }),
    ],
    routes     => '10.0.0.0/8',
  })
  $n[hosts] += $edge
  $n[entry] = $edge

  $servers = ['web', 'db']
  $servers.each |$name| {
    $n[hosts] += Fleet::Server.new({ name => $name, stage => production, gateway => $edge }) |$server| {
      $server[interfaces] += Fleet::Interface.new { name => 'eth0', mac => '00:1a:2b:3c:4d:60' }
      $server[origin] = 'site.pp'
      case $name {
        'web': {
          $server[services] += Fleet::Service.new { name => 'http', endpoint => 80 }
          $server[services] += Fleet::Service.new { name => 'https', endpoint => '443/tcp' }
          $server[frozen] = [sat, sun]
        }
        default: {
          $server[services] += Fleet::Service.new { name => 'sql', endpoint => '5432/tcp' }
          $server[frozen] = []
        }
      }
    }
  }
}

# Reading: stored, computed and transformed values look the same from outside.
$network[hosts].each |$host| {
  $kind = case $host {
    Fleet::Router: { 'router' }
    Fleet::Server: { 'server' }
    default:       { 'host' }
  }
  notice("${host.fqdn}: a ${kind} in ${host.stage}, ${host.interfaces[0].mac}")
}
notice("${network.servers} servers behind ${network.entry.fqdn}")

$network
