# A site that the web server serves.
#
# @param aliases further host names
define web::vhost (
  Array[String] $aliases = [],
) {
  $hosts = [$title] + $aliases

  file { "/etc/nginx/sites-enabled/${title}.conf":
    content => epp('web/vhost.conf.epp', {
      'hosts' => $hosts,
      'url'   => web::url($title, $web::port),
    }),
    notify  => Service['nginx'],
  }
}
