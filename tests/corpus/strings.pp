# Strings and names.
$single = 'a \'quoted\' word, a \\ and \n as it is'
$double = "tab\t newline\n return\r quote\" dollar\$x backslash\\ space\s unknown"
$unicode = "\u00e9 \u{1F600} ☃ é"
$interpolated = "$a $::b::c ${d} ${::e} ${f::g} ${h[0]} ${i['j']} ${k.upcase} ${l.m(1)[2].n}"
$expressions = "${1 + 2} ${[1, 2].map |$x| { $x }} ${if true { 'x' }} ${'nested'} ${"deep ${er}"}"
$words = "${class} ${if} ${default} ${node['x']}"
$odd = "$ $1 ${0} ${_private} $_x %{not} #{not} $- $"
$empty = ''
$none = ""
$lines = "first
  second ${x}
third"
$keys = { type => 1, function => 2, 'class' => 3 }
file { '/tmp/a': type => 1, default => 2, function => 3 }
