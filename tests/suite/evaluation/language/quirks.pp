# Surprising behaviour of the reference that programs may depend on. Notes
# marked `Compat:` in the sources name these sections.

#--- quirk-array-difference-by-value evaluate
# The difference of arrays compares numbers by value, as `==` does.
[1, '1'] - [1.0]
#8=> ['1']
#draft=> []

#--- quirk-version-operands evaluate
# Operators do not accept versions; the reason depends on the operand.
SemVer('1.0.0') + 1
#=> error 1:1: Evaluation Error: Operator '+' is not applicable to a Semver.

1 + SemVer('1.0.0')
#=> error 1:3: Evaluation Error: Error while evaluating a '+' expression, can't convert SemanticPuppet::Version into Float

#--- quirk-times-beside-integers evaluate
# A time on the left of an integer is truncated to whole seconds, on the right it is not.
Timestamp('2020-01-01T00:00:00.5 UTC') > 1577836800
#8=> false
#draft=> error 1:40: Evaluation Error: Comparison of: Timestamp > Integer, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

1577836800 < Timestamp('2020-01-01T00:00:00.5 UTC')
#8=> true
#draft=> error 1:12: Evaluation Error: Comparison of: Integer < Timestamp, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

#--- quirk-missing-key-equals-undef evaluate
{a => undef} == {b => undef}
#=> true

{a => 1} == {b => undef}
#=> false

#--- quirk-optional-members-are-present evaluate
# The size of a `Struct` counts optional members.
Struct[{Optional[a] => Integer}] <= Hash[String, Integer, 1]
#8=> true
#draft=> error 1:34: Evaluation Error: Comparison of: Struct[{Optional['a'] => Integer}]-Type <= Hash[String, Integer, 1]-Type, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

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
# A descending range loses as many steps as the ascending one would.
Integer[1, 10].reverse_each.step(4)
#8=> [10, 6]
#draft=> error 1:15: Evaluation Error: Error while evaluating a Method call, 'reverse_each' parameter 'iterable' expects an Iterable value, got Type[Integer]

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
# An iterator with a single element returns the result of Ruby's `Hash[element]`.
Hash([['a', 1]].reverse_each)
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, wrong element type String at 0 (expected array)

Hash([[['a', 1]]].reverse_each)
#=> {'a' => 1}

#--- quirk-only-elements-are-not-compared evaluate
# The block is not called for an only element or an only character.
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
#8=> [1, 2]
#draft=> undef

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

#--- quirk-instances-are-not-compared evaluate
# The block of `assert_type` is called only for values of another type.
assert_type(Integer, 1) |$expected, $actual| { fail('asked') }
#=> 1

#--- quirk-ranges evaluate
# The parenthesis is not closed.
Integer[2, 1]
#=> error 1:1: Evaluation Error: Error while evaluating a '[]' expression, 'from' must be less or equal to 'to'. Got (2, 1

Float[2.0, 1.0]
#=> error 1:1: Evaluation Error: Error while evaluating a '[]' expression, 'from' must be less or equal to 'to'. Got (2.0, 1.0

#--- quirk-callables evaluate
# A string is the name of a Ruby class.
Callable['x']
#=> Callable[Runtime[ruby, 'x']]

#--- quirk-enums evaluate
# Only the number of values is compared with a literal string.
!!(type('a') >= Enum[b])
#8=> true
#draft=> error 1:14: Evaluation Error: Comparison of: String-Type >= Enum['b']-Type, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

!!(type('a') >= Enum[b, c])
#8=> false
#draft=> error 1:14: Evaluation Error: Comparison of: String-Type >= Enum['b', 'c']-Type, is not possible. Caused by 'Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable'.

#--- quirk-object-names evaluate
# A string creates a type without members.
Object['X']
#=> Object[{name => 'X'}]

#--- quirk-names-of-constructors evaluate
Regexp.new()
#=> error 1:11: Evaluation Error: Error while evaluating a Method call, 'new_float' expects between 1 and 2 arguments, got none

URI(1, 2, 3)
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, 'new_error' expects 1 argument, got 3

#--- quirk-sizes evaluate
# The size is compared before its type is checked.
Hash[String, Integer, 'x']
#=> error 1:1: Evaluation Error: Error while evaluating a '[]' expression, comparison of String with Infinity failed

# In texts of types the element is `default`.
Type('Array[1, 2]')
#=> Array[Default, 1, 2]

#--- quirk-type-sets evaluate
# The message names the wrong type.
Type('TypeSet[1, 2]')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, Invalid number of type parameters specified: Object requires 1, 2 provided

#--- quirk-elements evaluate
# Elements beyond the last type have its index.
assert_type(Tuple[Integer, String, 3, 3], [1, 'a', 2])
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, assert_type(): index 1 expects a String value, got Integer

#--- quirk-anonymous-objects evaluate
# The brackets are left empty.
assert_type(Sensitive[Object[{attributes => {a => Integer}}]], 1)
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, assert_type(): expects a Sensitive[] value, got Integer

#--- quirk-version-ranges evaluate
# The text has the versions in the wrong order.
String(SemVerRange(SemVer('1.0.0'), SemVer('2.0.0'), true))
#=> '>=2.0.0 <1.0.0'

# A `v` is only removed if no blank is removed.
SemVerRange('>=v1.0.0')
#=> >=1.0.0

SemVerRange('>= v1.0.0')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, Unparsable version range: ">= v1.0.0"

#--- quirk-timespans evaluate
# The fraction is written without its leading zeros.
String(Timespan({milliseconds => 5}))
#=> '0-00:00:00.5'

String(Timespan({milliseconds => 500}))
#=> '0-00:00:00.5'

#--- quirk-negated-smallest-integer evaluate
-(-9223372036854775807 - 1)
#=> 9223372036854775808

9223372036854775807 + 1
#8=> error 1:21: Evaluation Error: A '+' expression resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
#draft=> 9223372036854775808

#--- quirk-return-is-not-checked evaluate
# The type of the result is checked only at the end of the body.
function f() >> Integer { return('a') }
f()
#=> 'a'

function f() >> Integer { 'a' }
f()
#=> error 2:1: Evaluation Error: Error while evaluating a Function Call, value returned from f has wrong type, expects an Integer value, got String

#--- quirk-blocks-before-defaults evaluate
lookup('none', { default_value => 'default' }) |Any $key| { 'block' }
#=> 'block'

#--- quirk-scanf-letters evaluate reference=differs
# Some letters are known in capitals, but are literal text.
scanf('12', '%D')
#=> []

scanf('12', '%d')
#=> [12]

#--- quirk-scanf-exponents evaluate reference=differs
# An exponent directly behind the point counts when it has a sign.
scanf('1.e+2', '%f')
#=> [100.0]

scanf('1.e2', '%f')
#=> [1.0]

#--- quirk-types-are-not-mapped evaluate reference=differs
# Types can be iterated, but not by these functions.
capitalize(Integer[1, 3])
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, undefined method `map' for Integer[1, 3]

Integer[1, 3].map |$x| { $x }
#8=> [1, 2, 3]
#draft=> error 1:14: Evaluation Error: Error while evaluating a Method call, 'map' parameter 'enumerable' expects an Iterable value, got Type[Integer]

#--- quirk-empty-versions evaluate reference=differs
versioncmp('', '0', true)
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, undefined method `sub!' for nil:NilClass

#--- quirk-several-arrays-of-files evaluate
# The signature allows several arrays, Ruby does not.
find_file(['a'], ['b'])
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, wrong number of arguments (given 3, expected 2)

#--- quirk-lost-sizes evaluate
# The size of a collection is lost where a type around it is normalized.
Variant[Sensitive[Collection[1, 2]], Integer]
#=> Variant[Sensitive[Collection], Integer]

Sensitive[Collection[1, 2]]
#=> Sensitive[Collection]

#--- quirk-empty-quotes-in-keys evaluate
# An empty pair of quotes is an error.
'a'.get('""')
#=> error 1:8: Evaluation Error: Error while evaluating a Method call, Syntax error in dotted-navigation string

lookup('a.""')
#=> error: Syntax error in key: 'a.""'

#--- quirk-colons-before-numbers evaluate
# A number may be preceded by a colon, which makes it 0.
['a', 'b'].get(':1')
#=> 'a'

#--- quirk-places-in-formats evaluate
# The position is that of the last character, not the one after it.
Timespan('1', '%H%')
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, Bad format specifier '' in '%H%', at position 2

#--- quirk-components-of-uris evaluate
# These two classes have other components, whose values replace the given ones.
URI({scheme => 'mailto', opaque => 'x@y'})
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, bad component(expected opaque component):

URI({scheme => 'ldap', host => 'h', path => '/p', query => 'q'})
#=> URI('ldap://h/p?')

#--- quirk-offsets-beyond-64-bits evaluate
# Numbers beyond 64 bits become -1.
String(Timestamp('2020-01-01 00:00:00 +99999999999999999999', '%F %T %z'))
#=> '2019-12-27T19:19:21.000000000 UTC'

#--- quirk-ranges-by-constructor evaluate
# The parenthesis is not closed.
Pcore::IntegerType(2, 1)
#=> error 1:1: Evaluation Error: Error while evaluating a Function Call, 'from' must be less or equal to 'to'. Got (2, 1

#--- quirk-paths-above-the-root evaluate
# The path has no segment left to remove, so the last one is removed.
URI('http://a/b/c') + '../../..'
#=> URI('http://a/')
