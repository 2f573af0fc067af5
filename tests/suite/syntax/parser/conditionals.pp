# if, unless, case and selectors.

#--- if-plain parse
if $a { 1 }

#--- if-else parse
if $a { 1 } else { 2 }

#--- if-elsif parse
if $a { 1 } elsif $b { 2 } elsif $c { 3 } else { 4 }

#--- if-empty parse
if $a { } else { }

#--- if-empty-elsif parse
if $a { } elsif $b { }

#--- if-several-statements parse
if $a { notice 1 notice 2 } else { $x = 1; $y = 2 }

#--- if-value parse
$x = if $a { 1 } else { 2 }

#--- if-nested parse
if $a { if $b { 1 } else { 2 } }

#--- if-hash-condition check
if {} { }

#--- if-comparison parse
if $a == 1 and $b['c'] { }

#--- if-call-condition parse
if foo($a) |$x| { $x } { 1 }

#--- if-name-brace check
if a { b => 1 } { }

#--- if-missing-condition check
if { 1 }

#--- if-missing-brace check
if $a 1

#--- if-unclosed check
if $a { 1

#--- if-else-if check
if $a { } else if $b { }

#--- if-two-else check
if $a { } else { } else { }

#--- if-stray-else check
else { }

#--- if-stray-elsif check
elsif $a { }

#--- if-parens parse
if ($a) { }

#--- unless-plain parse
unless $a { 1 }

#--- unless-else parse
unless $a { 1 } else { 2 }

#--- unless-empty parse
unless $a { } else { }

#--- unless-elsif check
unless $a { } elsif $b { }

#--- case-plain parse
case $a { 1: { 'x' } default: { 'y' } }

#--- case-several-values parse
case $a { 1, 'b', /c/, D: { 'x' } }

#--- case-trailing-comma parse
case $a { 1, 2,: { } }

#--- case-empty-body parse
case $a { 1: { } }

#--- case-value parse
$x = case $a { 1: { 2 } }

#--- case-empty check
case $a { }

#--- case-missing-colon check
case $a { 1 { } }

#--- case-missing-brace check
case $a { 1: 2 }

#--- case-two-defaults check
case $a { default: { } 1: { } default: { } }

#--- case-name-values parse
case $a { a, b::c: { } }

#--- case-type-values parse
case $a { Integer: { } Array[String]: { } }

#--- case-hash-value check
case $a { { b => 1 }: { } }

#--- selector-single parse
$x = $a ? 1 => 2

#--- selector-braces parse
$x = $a ? { 1 => 2, default => 3 }

#--- selector-trailing-comma parse
$x = $a ? { 1 => 2, }

#--- selector-nested parse
$x = $a ? { 1 => $b ? { 2 => 3 }, default => 4 }

#--- selector-hash-value parse
$x = $a ? { 1 => { 'b' => 2 } }

#--- selector-brace-line parse
$x = $a ?
{ 1 => 2 }

#--- selector-blank parse
$x = $a ?{ 1 => 2 }

#--- selector-comment-between parse
$x = $a ? # c
{ 1 => 2 }

#--- selector-call parse
$x = foo($a) ? { /b/ => 1 }

#--- selector-in-attribute parse
file { 'a': mode => $b ? { 1 => 2 } }

#--- selector-empty check
$x = $a ? { }

#--- selector-missing-arrow check
$x = $a ? { 1 }

#--- selector-bad-separator check
$x = $a ? { 1 => 2; 3 => 4 }

#--- selector-two-defaults check
$x = $a ? { default => 1, 2 => 3, default => 4 }

#--- selector-statement check
$a ? { 1 => 2 }
notice 1

#--- selector-splat parse
$x = $a ? { *$b => 1 }

#--- selector-undef parse
$x = $a ? { undef => 1, '' => 2, true => 3 }
