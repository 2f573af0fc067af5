# One virtual host.
define web::vhost (
  Integer $port,
  String $server_name = $title,
  Variant[Array[String], String] $aliases = [],
  Boolean $ssl = false,
) {
  include web
  if $ssl and !defined(Class['web::ssl']) {
    contain web::ssl
  } elsif $port in [443, 8443] {
    warning("${title}: port ${port} without ssl")
  } else {
    debug('plain')
  }

  $all = [$server_name] + Array($aliases, true)
  $text = $all.map |$i, $name| { "${i}: ${name.downcase}" }.join("\n")

  file { "/etc/web/conf.d/${name}.conf":
    ensure  => file,
    content => $text,
    require => [Package['apache2'], File['/etc/web/conf.d']],
    notify  => Service['web'],
  }

  @@web::monitor { "${trusted['certname']}-${title}":
    url => "http${ssl ? { true => 's', default => '' }}://${server_name}:${port}/",
    tag => ['web', $facts['env']],
  }
}
