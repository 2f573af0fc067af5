# Regular expressions against division.

#--- regexp-plain parse
$x = /a.b/

#--- regexp-escaped-slash parse
$x = /a\/b\\\/c/

#--- regexp-escapes-kept parse
$x = /\d+\s*\.\[\]\n/

#--- regexp-empty parse
$x = //

#--- regexp-lines parse
$x = /a
b/

#--- regexp-after-operator parse
$x = [/a/, $b =~ /c/, $d !~ /e/]

#--- regexp-after-brackets parse
$x = { /a/ => 1 }
foo(/b/)
if /c/ {}


#--- regexp-node parse
node /^web\d+$/ { }

#--- regexp-case parse
case $x { /a/: { } /b/, /c/: { } }

#--- regexp-division parse
$x = [$a / 2, 1 / 2 / 3, $a/$b, (1)/2, $a[1]/2, foo(1)/2]

#--- regexp-division-name parse
$x = a / b / c

#--- regexp-division-strings parse
$x = 'a' / 'b' / "c"

#--- regexp-after-right-brace parse
if $a { }
/b/ =~ $c

#--- regexp-after-keyword parse
$x = $a in /b/
if $a and /c/ {}

#--- regexp-unclosed check
$x = /abc

#--- regexp-bad-class check
$x = /[/

#--- regexp-bad-parenthesis check
$x = /(unclosed/

#--- regexp-bad-repeat check
$x = /a{2,1}/

#--- regexp-slash-in-class parse
$x = /[\/]/

#--- regexp-named-groups parse
$x = /(?<name>a)(?i:b)(?=c)/
