# A site of the web server.
#
# @param root the directory of its files
# @param aliases more names of the site
define nginx::site (
  String[1] $root = "/srv/${title}",
  Array[String[1]] $aliases = [],
) {
  include nginx

  file { "/etc/nginx/sites-enabled/${title}.conf":
    ensure  => file,
    content => epp('nginx/site.conf.epp', {
      'names' => [$title] + $aliases,
      'port'  => $nginx::port,
      'root'  => $root,
    }),
    notify  => Service['nginx'],
  }
}
