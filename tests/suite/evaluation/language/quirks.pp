# Behaviour of the reference that nobody would design, and that programs may depend on. Notes
# marked `Compat:` in the sources name these sections.

#--- quirk-array-difference-by-value evaluate
# The difference of arrays compares numbers by value, as `==` does.
[1, '1'] - [1.0]
#=> ['1']

#--- quirk-version-operands evaluate
# No operator takes versions; the reason depends on the operand.
SemVer('1.0.0') + 1
#=> error 1:1: Evaluation Error: Operator '+' is not applicable to a Semver.

1 + SemVer('1.0.0')
#=> error 1:3: Evaluation Error: Error while evaluating a '+' expression, can't convert SemanticPuppet::Version into Float

#--- quirk-times-beside-integers evaluate
# A time on the left of an integer is truncated to whole seconds, on the right it is not.
Timestamp('2020-01-01T00:00:00.5 UTC') > 1577836800
#=> false

1577836800 < Timestamp('2020-01-01T00:00:00.5 UTC')
#=> true

#--- quirk-missing-key-equals-undef evaluate
{a => undef} == {b => undef}
#=> true

{a => 1} == {b => undef}
#=> false

#--- quirk-optional-members-are-present evaluate
# The size of a `Struct` counts optional members.
Struct[{Optional[a] => Integer}] <= Hash[String, Integer, 1]
#=> true

#--- quirk-type-of-empty-arrays evaluate
# An array type that accepts only empty arrays has no element type.
Array[Integer, 0, 0]
#=> Array[0, 0]

#--- quirk-numbers-in-texts evaluate
# Zero with an exponent is not a number after all.
Numeric('0e3')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, Converted value from Numeric.new() has wrong type, expects a Numeric value, got Undef

# The digits before the point must be a number by themselves.
Numeric('09.5')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, 'new_numeric' The string '09.5' cannot be converted to Numeric

#--- quirk-quote-behind-backslash evaluate
# A backslash and the next character are written as a pair.
String(["a\\'b"], '%p')
#=> '[\'a\'b\']'

#--- quirk-version-with-line-break evaluate
SemVer("1.0.0\n")
#=> 1.0.0

#--- quirk-third-interval-of-versions evaluate
# The reference fails on a third interval if the first two are disjoint.
SemVerRange('<1.0.0 >2.0.0 <3.0.0')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, undefined method `intersection' for nil:NilClass

#--- quirk-early-padding-of-base64 evaluate
# Padding before two characters of a group is ignored; later padding ends the data.
Binary('=YWJj', '%b')
#=> Binary("YWJj")

Binary('YQ==YWJj', '%b')
#=> Binary("YQ==")

#--- quirk-steps-of-descending-ranges evaluate
# A descending range is shortened by what an ascending one would be.
Integer[1, 10].reverse_each.step(4)
#=> [10, 6]

#--- quirk-percent-at-end-of-format evaluate
# A percent sign at the end of a format needs another character in the text.
Timestamp('2020%', '%Y%')
#=> Timestamp('2020-01-01T00:00:00.000000000 UTC')

Timestamp('2020-01-01', '%Y-%m-%d%')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, Unable to parse '2020-01-01' using format '%Y-%m-%d%'

#--- quirk-type-of-tree-iterators evaluate
type([1].tree_each)
#=> Runtime[ruby, 'Puppet::Pops::Types::Iterable::DepthFirstTreeIterator']

#--- quirk-relative-uris-with-addresses evaluate
# Only absolute references may have the address of a host in brackets.
URI('//[::1]')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, bad URI(is not URI?): "//[::1]"

URI('http://[::1]/')
#=> URI('http://[::1]/')

#--- quirk-hash-of-one-element evaluate
# An iterator with a single element gives what Ruby's `Hash[element]` gives.
Hash([['a', 1]].reverse_each)
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, wrong element type String at 0 (expected array)

Hash([[['a', 1]]].reverse_each)
#=> {'a' => 1}

#--- quirk-only-elements-are-not-compared evaluate
# The block is not asked about an only element, nor about an only character.
max(['a']) |$a, $b| { fail('asked') }
#=> 'a'

sort([1]) |$a, $b| { fail('asked') }
#=> [1]

sort('a') |$a, $b| { fail('asked') }
#=> 'a'

#--- quirk-break-in-blocks-over-hashes evaluate
# Only some functions end their iteration over the entries of a hash.
{a => 1, b => 2}.filter |$k, $v| { break() }
#=> error 1: break() from context where this is illegal

{a => 1, b => 2}.map |$k, $v| { break() }
#=> []

#--- quirk-break-leaves-the-iteration-around evaluate
# `any` does not end at `break()`, but the iteration around the call does.
[1, 2].each |$x| {
  [3].any |$y| { break() }
  notice($x)
}
#=> [1, 2]

#--- quirk-surplus-arguments-are-dropped evaluate
with(1, 2) |$a| { $a }
#=> 1

#--- quirk-splat-as-key evaluate
# Unfolding gives an array as key, which the access flattens.
[1, 2, 3][*[0, 2]]
#=> [1, 2]

Integer[*[1, 2]]
#=> Integer[1, 2]

#--- quirk-rounding-up evaluate
# The function adds a half and truncates, which makes 1 of the largest number below a half.
round(0.49999999999999994)
#=> 1

#--- quirk-lines-that-look-like-numbers evaluate strict=warning
# One line that looks like a number is enough, and the number is the first line's.
abs("x\n1")
#=> warning: The abs() function's auto conversion of String to Numeric is deprecated - change to convert input before calling
#=> 0

#--- quirk-pattern-of-regexp-types evaluate
regsubst('abc', Regexp['b'], 'x')
#=> 'axc'

#--- quirk-sensitive-arrays-are-revealed evaluate
# The result is not sensitive; its elements stay what they are.
regsubst(Sensitive(['a']), 'a', 'b')
#=> ['b']

#--- quirk-instances-are-not-asked-about evaluate
# The block of `assert_type` is called only for values of another type.
assert_type(Integer, 1) |$expected, $actual| { fail('asked') }
#=> 1

#--- quirk-ranges evaluate
# The parenthesis is not closed.
Integer[2, 1]
#=> ?

Float[2.0, 1.0]
#=> ?

#--- quirk-callables evaluate
# A string is the name of a Ruby class.
Callable['x']
#=> ?

#--- quirk-enums evaluate
# Only the number of values is compared with a literal string.
type('a') >= Enum[b]
#=> ?

type('a') >= Enum[b, c]
#=> ?

#--- quirk-object-names evaluate
# A string creates a type without members.
Object['X']
#=> ?

#--- quirk-names-of-constructors evaluate
Regexp.new()
#=> ?

URI(1, 2, 3)
#=> ?

#--- quirk-sizes evaluate
# The size is compared before its type is checked.
Hash[String, Integer, 'x']
#=> ?

# In texts of types the element is `default`.
Type('Array[1, 2]')
#=> ?

#--- quirk-type-sets evaluate
# The message names the wrong type.
Type('TypeSet[1, 2]')
#=> ?

#--- quirk-elements evaluate
# Elements beyond the last type have its index.
assert_type(Tuple[Integer, String, 3, 3], [1, 'a', 2])
#=> ?

#--- quirk-anonymous-objects evaluate
# The brackets are left empty.
assert_type(Sensitive[Object[{attributes => {a => Integer}}]], 1)
#=> ?

#--- quirk-version-ranges evaluate
# The text has the versions in the wrong order.
String(SemVerRange(SemVer('1.0.0'), SemVer('2.0.0'), true))
#=> ?

# A `v` is removed only if no blank is.
SemVerRange('>=v1.0.0')
#=> ?

SemVerRange('>= v1.0.0')
#=> ?

#--- quirk-timespans evaluate
# The fraction is written without its leading zeros.
String(Timespan({milliseconds => 5}))
#=> ?

String(Timespan({milliseconds => 500}))
#=> ?

#--- quirk-negated-smallest-integer evaluate
-(-9223372036854775807 - 1)
#=> ?

9223372036854775807 + 1
#=> ?

#--- quirk-return-is-not-checked evaluate
# The type of the result is checked only at the end of the body.
function f() >> Integer { return('a') }
f()
#=> ?

function f() >> Integer { 'a' }
f()
#=> ?

#--- quirk-blocks-before-defaults evaluate
lookup('none', String, 'first', 'default') |$key| { 'block' }
#=> ?

#--- quirk-break-over-entries evaluate
# `break()` ends neither the iteration with two parameters nor the call.
{a => 1, b => 2}.map |$k, $v| { break() }
#=> ?

{a => 1, b => 2}.map |$entry| { break() }
#=> ?

#--- quirk-scanf-letters evaluate
# Some letters are known in capitals, but are literal text.
scanf('12', '%D')
#=> ?

scanf('12', '%d')
#=> ?

#--- quirk-scanf-exponents evaluate
# An exponent directly behind the point counts when it has a sign.
scanf('1.e+2', '%f')
#=> ?

scanf('1.e2', '%f')
#=> ?

#--- quirk-scanf-hexadecimals evaluate
# Hexadecimal digits are read only behind a sign, and nothing when a fraction follows.
scanf('-0x1F', '%f')
#=> ?

scanf('-0x1F.8', '%f')
#=> ?

#--- quirk-arrays-spread-for-blocks evaluate
# A block that may get more than one argument gets an array element by element.
[[1, 2]].any |$a, $b| { $b == 2 }
#=> ?

[[1, 2]].any |$a| { $a == [1, 2] }
#=> ?

#--- quirk-types-are-not-mapped evaluate
# Types can be iterated, but not by these functions.
capitalize(Integer[1, 3])
#=> ?

Integer[1, 3].map |$x| { $x }
#=> ?

#--- quirk-empty-versions evaluate
versioncmp('', '0', true)
#=> ?

#--- quirk-several-arrays-of-files evaluate
# The signature allows several arrays, Ruby does not.
find_file(['a'], ['b'])
#=> ?

#--- quirk-anonymous-type-sets evaluate
# The type set has the name `undef`.
String(TypeSet[{pcore_version => '1.0.0', version => '1.0.0'}])
#=> ?

#--- quirk-lost-sizes evaluate
# In a `Variant` the size of collections is lost.
Variant[Sensitive[Collection[1, 2]], Integer]
#=> ?

Sensitive[Collection[1, 2]]
#=> ?

#--- quirk-common-types-of-enums evaluate
# The type of the elements ignores no case, even if one of the types does.
[Enum[a, true], Enum[b]].reduce |$a, $b| { type([$a, $b], generalized) }
#=> ?

#--- quirk-empty-quotes-in-keys evaluate
# An empty pair of quotes is an error.
'a'.get('""')
#=> ?

lookup('a.""')
#=> ?

#--- quirk-colons-before-numbers evaluate
# A number may be preceded by a colon, which makes it 0.
['a', 'b'].get(':1')
#=> ?

#--- quirk-places-in-formats evaluate
# The position is that of the last character, not the one after it.
Timespan('1', '%H%')
#=> ?

#--- quirk-components-of-uris evaluate
# These two classes have other components, whose values replace the given ones.
URI({scheme => 'mailto', opaque => 'x@y'})
#=> ?

URI({scheme => 'ldap', host => 'h', path => '/p', query => 'q'})
#=> ?

#--- quirk-offsets-beyond-64-bits evaluate
Timestamp('2020-01-01 00:00:00 +99999999999999999999', '%F %T %z')
#=> ?

#--- quirk-ranges-by-constructor evaluate
# The parenthesis is not closed.
Pcore::IntegerType(2, 1)
#=> ?

#--- quirk-paths-above-the-root evaluate
# No segment can be removed, so the last one is removed.
URI('http://a/b/c') + '../../..'
#=> ?
