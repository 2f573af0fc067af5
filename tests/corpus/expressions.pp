# Operators, from tight to loose.
$a = !true or -1 + 2 * 3 << 4 > 5 and 'x' in ['x'] == false
$b = ($a + 1) / 2 % 3 - -4
$c = $a ? { true => 1, default => { 'k' => [1, 2,], } }
$d = $a =~ /^a\/b[c-e]\.(f|g)$/
$e = [1, 'two', "three ${3}", undef, default, true, [], {}, 0x1F, 0777, 1.5e-3]
$f = $e[0, -1][1] + $h['a']['b'][$c]
$g = { 'a' => 1, b => 2, 3 => [4], default => undef, Integer => 'i' }
$h = "a${a}b$c-${d[1]}${e.join(', ')}${facts['os']['name']}\t\"q\" \$ \u{1F600}\u00e9 ${"in ${side}"}"
[$i, [$j]] = [1, [2]]
$k = if $a { 1 } else { 2 }
$l = case $a { 1, 2: { 'x' } *[3, 4]: { 'y' } default: { } }
$m = $a.then |$x| { $x }.lest || { 'none' }
$n = *$e
$o = Class['a', 'b']; $p = File["/tmp/${a}"]
$q = $::top::var
$r = ::fully::qualified
$s = a-b
notice $a, $b
notice([1, 2], { a => b })
include 'stdlib'
fail("stop")
$t = Foo::Bar[1, 2]
$u = $x[1][2]
$v = $y ? default => 3
$w = Resource['file']['/x']
type(1)
create_resources(file, { '/a' => { ensure => file } }, mode => '0644')
