# Interpolation and what it turns names into.

#--- interpolation-variable parse
$x = "a $b c"

#--- interpolation-variable-qualified parse
$x = "$a::b::c $::d $a:: $a::B $::"

#--- interpolation-variable-underscore parse
$x = "$_a ${_a} $a::_b ${a::_b}"

#--- interpolation-variable-number parse
$x = "$0 $1 $12 ${0} ${1} ${12}"

#--- interpolation-variable-number-letter parse
$x = "$1a ${1}a"

#--- interpolation-variable-dash parse
$x = "$a-b ${a-b} $a-"

#--- interpolation-variable-dash-number parse
$x = "${a-1} ${a - 1}"

#--- interpolation-braces parse
$x = "${a} ${ a } ${
a
}"

#--- interpolation-braces-qualified parse
$x = "${::a} ${a::b} ${::a::b}"

#--- interpolation-braces-empty parse
$x = "${}"

#--- interpolation-braces-blank parse
$x = "${ }"

#--- interpolation-keyword parse
$x = "${if} ${class} ${default} ${true} ${undef} ${type} ${function} ${node} ${and} ${in}"

#--- interpolation-keyword-access parse
$x = "${class[0]} ${type['a']} ${function[1]}"

#--- interpolation-keyword-method parse
$x = "${class.upcase} ${type.foo}"

#--- interpolation-name-access parse
$x = "${a[1]} ${a['k'][2]} ${a[1, 2]} ${a[b]}"

#--- interpolation-name-access-blank parse
$x = "${a [1]}"

#--- interpolation-name-method parse
$x = "${a.b} ${a.b.c} ${a.b(1).c} ${a.b[1].c}"

#--- interpolation-name-method-lambda parse
$x = "${a.map |$y| { $y + 1 }}"

#--- interpolation-name-call parse
$x = "${a(1)} ${join(b, 'c')}"

#--- interpolation-name-arithmetic parse
$x = "${a + 1} ${a * 2}"

#--- interpolation-number parse
$x = "${1 + 2} ${3.4} ${0x1F}"

#--- interpolation-number-access parse
$x = "${1[2]}"

#--- interpolation-expressions parse
$x = "${[1, 2]} ${{a => 1}} ${'x'} ${(1)} ${-1} ${!true}"

#--- interpolation-nested-strings parse
$x = "a${"b${"c${d}e"}f"}g"

#--- interpolation-nested-braces parse
$x = "${ { 'a' => { 'b' => '}' } }['a'] }"

#--- interpolation-if parse
$x = "${if $a { 'b' } else { 'c' }}"

#--- interpolation-case parse
$x = "${case $a { 1: { 'b' } default: { 'c' } }}"

#--- interpolation-heredoc parse
$x = "a ${@(END)} b"
  text
  | END

#--- interpolation-reference parse
$x = "${Integer} ${File['a']}"

#--- interpolation-assignment parse
$x = "${$y = 1}"

#--- interpolation-two-expressions check
$x = "${1 2}"

#--- interpolation-semicolon check
$x = "${1; 2}"

#--- interpolation-unclosed-bracket check
$x = "${a[1}"

#--- interpolation-variable-inside parse
$x = "${$a} ${$a[1]} ${$a.b}"

#--- interpolation-comment-inside parse
$x = "${a # }
}"

#--- interpolation-escaped parse
$x = "\${a} \$b"

#--- interpolation-only parse
$x = "${a}"

#--- interpolation-adjacent parse
$x = "${a}${b}$c$d"

#--- interpolation-statement-call check
$x = "${notice 1}"

#--- interpolation-relationship parse
$x = "${A['b'] -> C['d']}"

#--- interpolation-keyword-pn parse
$x = "${true} ${false} ${undef[1]}"

#--- interpolation-word parse
$x = "${a::b::c[1]} ${A} ${a-b}"

#--- interpolation-illegal-name check
$x = "${A-b} ${_a::b} ${1a}"

#--- interpolation-in-title parse
file { "/tmp/${a}/$b": }
