# Two kinds of nodes: web servers, and everything else.
node /^web\d+\.example\.com$/ {
  class { 'web':
    port => 8080,
  }

  ['shop', 'blog'].each |String $name| {
    web::vhost { $name:
      aliases => ["www.${name}.example.com"],
    }
  }
}

node default {
  notify { 'nothing to do': }
}
