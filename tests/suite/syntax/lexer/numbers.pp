# Numbers: every form, and every malformed form as an error of its own.

#--- number-decimal parse
$x = [0, 1, 42, 9223372036854775807]

#--- number-octal parse
$x = [017, 00, 0777]

#--- number-hexadecimal parse
$x = [0x1F, 0XaB, 0x0]

#--- number-float parse
$x = [1.5, 0.5, 1e3, 1E3, 1.5e-3, 10.0, 1e-9, 123456789.123456789]

#--- number-float-large parse
$x = [1e15, 1e16, 1e20, 1.0e100, 1e-4, 1e-5, 0.0001, 0.00001]

#--- number-negative parse
$x = [-1, - 1, -0x1F, -1.5, 2-1, 2 - -1]

#--- number-octal-bad-digit check
$x = 089

#--- number-octal-letter check
$x = 01a

#--- number-octal-float check
$x = 00.5

#--- number-hex-empty check
$x = 0x

#--- number-hex-bad-digit check
$x = 0xfg

#--- number-exponent-missing check
$x = 1e

#--- number-exponent-plus check
$x = 1e+5

#--- number-runs-into-letters check
$x = 12abc

#--- number-underscore check
$x = 1_000

#--- number-float-runs-into-letters check
$x = 1.5x

#--- number-two-exponents check
$x = 1.2e3e4

#--- number-trailing-dot check
$x = 1.

#--- number-leading-dot check
$x = .5

#--- number-dot-call parse
$x = 1.abs

#--- number-two-dots check
$x = 1.2.3

#--- number-two-dots-call parse
$x = 1.2.abs

#--- number-too-large check
$x = 9223372036854775808

#--- number-most-negative check
$x = -9223372036854775808

#--- number-too-large-hex check
$x = 0x8000000000000000

#--- number-too-large-octal check
$x = 01000000000000000000000

#--- number-float-overflow check
$x = 1e309

#--- number-as-name-key parse
$x = { 1 => 2, 0x10 => 017 }

#--- number-plus-sign check
$x = +1
