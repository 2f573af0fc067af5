# Rules that differ in the edition `draft`.

#--- draft-appends-and-deletes check edition=draft
$a += [1]
$a -= [1]
# Error: 1-5 [cross-scope-assignment] Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces
$a::b += 1
# Error: 1-1 [illegal-assignment] Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
1 -= 1
# Error: 1-5 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
$a[1] += 1
$x = ($b += 1)

#--- draft-integers-are-unbounded check edition=draft
$a = [99999999999999999999, 0xFFFFFFFFFFFFFFFFFF, 9223372036854775808]

#--- draft-does-not-reserve-attr check edition=draft
$a = attr
# Error: 6-12 [reserved-word] Use of reserved word: private, must be quoted if intended to be a String value
#   Help: put it in quotes: `'private'`
$b = private
