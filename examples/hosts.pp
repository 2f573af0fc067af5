# The names of hosts by role, from a small inventory: types, functions, iteration and text.
#
#     pupa eval examples/hosts.pp

type Host = Struct[{ role => Enum[web, db, cache], count => Integer[1, 99] }]

# The names of the hosts of an entry: web01, web02 and so on.
function host_names(Host $host) >> Array[String] {
  Integer[1, $host[count]].map |$number| { sprintf('%s%02d', $host[role], $number) }
}

$inventory = [
  { role => web, count => 3 },
  { role => db, count => 2 },
]

$hosts = $inventory.reduce({}) |$all, $host| { $all + { $host[role] => host_names($host) } }

$hosts.each |$role, $names| {
  notice("${role}: ${names.join(', ')}")
}

$hosts.values.flatten.filter |$name| { $name !~ /01$/ }
