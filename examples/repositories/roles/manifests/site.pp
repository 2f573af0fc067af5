# The name of a machine says what it does: web01 is a web server.
$role = $trusted['hostname'] ? {
  /\Aweb\d+\z/ => 'webserver',
  /\Adb\d+\z/  => 'database',
  default      => fail("no role for ${trusted['certname']}"),
}

node default {
  include "role::${role}"
}
