node default { }
node 'web01.example.com', /^web\d+\.example\.com$/, db1.example.com {
  class { 'web':
    port   => 8080,
    vhosts => lookup('web::vhosts', { 'merge' => 'hash', 'default_value' => {} }),
  }
  include ntp, ssh
  realize(User['deploy'], User['ops'])
}

node "quoted" {
  Package { ensure => installed }
  File { owner => root, group => root, }
  File['/etc/motd'] { content +> "\n", mode => '0600' }
  User <| title == 'deploy' or groups == 'wheel' and uid != 0 |> { shell => '/bin/bash' }
  Web::Monitor <<| tag == 'web' |>>
  Package <| |> -> Service <| |>
  @user { ['deploy', 'ops']: ensure => present }
  Yumrepo['a'] -> Package['b'] ~> Service['c'] <- Exec['d'] <~ File['e']
}
