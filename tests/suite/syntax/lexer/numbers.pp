# Numbers: every form, and every malformed form with its own error.

#--- number-decimal parse
$x = [0, 1, 42, 9223372036854775807]
#: expect
#| (= (var "x") (array 0 1 42 9223372036854775807))

#--- number-octal parse
$x = [017, 00, 0777]
#: expect
#| (= (var "x") (array (int {:radix 8 :value 15}) (int {:radix 8 :value 0}) (int {:radix 8 :value 511})))

#--- number-hexadecimal parse
$x = [0x1F, 0XaB, 0x0]
#: expect
#| (= (var "x") (array (int {:radix 16 :value 31}) (int {:radix 16 :value 171}) (int {:radix 16 :value 0})))

#--- number-float parse
$x = [1.5, 0.5, 1e3, 1E3, 1.5e-3, 10.0, 1e-9, 123456789.123456789]
#: expect
#| (= (var "x") (array 1.5 0.5 1000.0 1000.0 0.0015 10.0 1.0e-09 123456789.12345679))

#--- number-float-large parse
$x = [1e15, 1e16, 1e20, 1.0e100, 1e-4, 1e-5, 0.0001, 0.00001]
#: expect
#| (= (var "x") (array 1.0e+15 1.0e+16 1.0e+20 1.0e+100 0.0001 1.0e-05 0.0001 1.0e-05))

#--- number-negative parse
$x = [-1, - 1, -0x1F, -1.5, 2-1, 2 - -1]
#: expect
#| (= (var "x") (array -1 -1 -31 -1.5 (- 2 1) (- 2 -1)))

#--- number-octal-bad-digit check
# Error: 6-9 [invalid-octal-number] Not a valid octal number 089
# Help: 6-9 a leading zero makes a number octal; leave it out, or quote the number
$x = 089

#--- number-octal-letter check
# Error: 6-9 [invalid-octal-number] Not a valid octal number 01a
# Help: 6-9 a leading zero makes a number octal; leave it out, or quote the number
$x = 01a

#--- number-octal-float check
# Error: 6-10 [invalid-octal-number] Not a valid octal number 00.5
# Help: 6-10 a leading zero makes a number octal; leave it out, or quote the number
$x = 00.5

#--- number-hex-empty check
# Error: 6-8 [invalid-hex-number] Not a valid hex number 0x
$x = 0x

#--- number-hex-bad-digit check
# Error: 6-10 [invalid-hex-number] Not a valid hex number 0xfg
$x = 0xfg

#--- number-exponent-missing check
# Error: 6-8 [invalid-decimal-number] Not a valid decimal number 1e
$x = 1e

#--- number-exponent-plus check
# Error: 6-8 [invalid-decimal-number] Not a valid decimal number 1e
$x = 1e+5

#--- number-runs-into-letters check
# Error: 6-11 [illegal-number] Illegal number '12abc'
# Help: 6-11 quote it if it is meant as a string
$x = 12abc

#--- number-underscore check
# Error: 6-11 [illegal-number] Illegal number '1_000'
# Help: 6-11 quote it if it is meant as a string
$x = 1_000

#--- number-float-runs-into-letters check
# Error: 6-10 [invalid-decimal-number] Not a valid decimal number 1.5x
$x = 1.5x

#--- number-two-exponents check
# Error: 6-13 [invalid-decimal-number] Not a valid decimal number 1.2e3e4
$x = 1.2e3e4

#--- number-trailing-dot check
$x = 1.
# Error: - [syntax-error] Syntax error at end of input

#--- number-leading-dot check
# Error: 6-7 [syntax-error] Syntax error at '.'
$x = .5

#--- number-dot-call parse
$x = 1.abs
#: expect
#| (= (var "x") (call-method {:functor (. 1 (qn "abs")) :args []}))

#--- number-two-dots check
# Error: 10-11 [syntax-error] Syntax error at '3'
$x = 1.2.3

#--- number-two-dots-call parse
$x = 1.2.abs
#: expect
#| (= (var "x") (call-method {:functor (. 1.2 (qn "abs")) :args []}))

#--- number-too-large check
# Error: 6-25 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
$x = 9223372036854775808

#--- number-most-negative check
# Error: 7-26 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
$x = -9223372036854775808

#--- number-too-large-hex check
# Error: 6-24 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
$x = 0x8000000000000000

#--- number-too-large-octal check
# Error: 6-29 [numeric-overflow] A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
$x = 01000000000000000000000

#--- number-float-overflow check
# Error: - [invalid-number] Internal Error, NUMBER token does not contain a valid number, 1e309
# Help: - write `0.0` for zero; a number must not be larger than 1.8e308
$x = 1e309

#--- number-as-name-key parse
$x = { 1 => 2, 0x10 => 017 }
#: expect
#| (= (var "x") (hash (=> 1 2) (=> (int {:radix 16 :value 16}) (int {:radix 8 :value 15}))))

#--- number-plus-sign check
# Error: 6-7 [syntax-error] Syntax error at '+'
$x = +1
