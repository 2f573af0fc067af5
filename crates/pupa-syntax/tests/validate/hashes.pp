# Keys that a hash has twice. What counts as a literal key, and how it is shown, is the
# reference's.

#--- keys-are-unique check
# Error: 30-31 [duplicate-key] The key 'a' is declared more than once
#   Label: 1:8-8 first declared here
# Error: 38-39 [duplicate-key] The key 'b' is declared more than once
#   Label: 1:16-18 first declared here
$x = { a => 1, 'b' => 2, "a" => 3, b => 4 }
# Error: 15-16 [duplicate-key] The key 'a' is declared more than once
#   Label: 2:5-5 first declared here
foo(a => 1, a => 2)

#--- keys-are-compared-by-value-and-type check
# Error: 40-41 [duplicate-key] The key '1' is declared more than once
#   Label: 1:8-8 first declared here
# Error: 59-60 [duplicate-key] The key '-1' is declared more than once
#   Label: 1:46-48 first declared here
$x = { 1 => 1, 1.0 => 2, '1' => 3, 0x1 => 4, - 1 => 5, -1 => 6 }
# Error: 26-27 [duplicate-key] The key '' is declared more than once
#   Label: 2:8-12 first declared here
# Error: 70-71 [duplicate-key] The key 'default' is declared more than once
#   Label: 2:32-38 first declared here
# Error: 92-93 [duplicate-key] The key 'true' is declared more than once
#   Label: 2:76-79 first declared here
$y = { undef => 1, undef => 2, default => 3, 'default' => 4, default => 5, true => 6, true => 7 }
# Error: 24-25 [duplicate-key] The key '1.0e+20' is declared more than once
#   Label: 3:8-11 first declared here
# Error: 52-53 [duplicate-key] The key '1.0e-05' is declared more than once
#   Label: 3:30-36 first declared here
# Error: 73-74 [duplicate-key] The key '-0.0' is declared more than once
#   Label: 3:58-60 first declared here
$z = { 1e20 => 1, 1e20 => 2, 0.00001 => 3, 0.00001 => 4, 0.0 => 5, -0.0 => 6 }

#--- collections-as-keys check
# Error: 46-47 [duplicate-key] The key '[1, "a", nil]' is declared more than once
#   Label: 1:8-22 first declared here
$x = { [1, 'a', undef] => 1, [1, "a", undef] => 2, [1.0, 'a', undef] => 3 }
# Error: 56-57 [duplicate-key] The key '{"b"=>/c/, "a"=>1}' is declared more than once
#   Label: 2:8-27 first declared here
$y = { { a => 1, b => /c/ } => 1, { b => /c/, a => 1 } => 2 }

#--- types-as-keys check
# Error: 32-33 [duplicate-key] The key 'integer' is declared more than once
#   Label: 1:8-14 first declared here
# Error: 58-59 [duplicate-key] The key '[1]' is declared more than once
#   Label: 1:38-43 first declared here
$x = { Integer => 1, 'integer' => 2, Foo[1] => 3, Bar[1] => 4, Foo[[1]] => 5, Foo[[1]] => 6 }

#--- expressions-are-not-compared check
$x = { $a => 1, $a => 2, "${b}" => 3, "${b}" => 4, (1) => 5, (1) => 6, foo() => 7, foo() => 8 }

#--- many-keys check
$x = {
  k01 => 1, k02 => 1, k03 => 1, k04 => 1, k05 => 1, k06 => 1, k07 => 1, k08 => 1, k09 => 1,
  k10 => 1, k11 => 1, k12 => 1, k13 => 1, k14 => 1, k15 => 1, k16 => 1, k17 => 1, k18 => 1,
# Error: 7-8 [duplicate-key] The key 'k03' is declared more than once
#   Label: 2:23-25 first declared here
  k03 => 2,
}

#--- strict-makes-it-a-warning check strict=warning
# Warning: 18-19 [duplicate-key] The key 'a' is declared more than once
#   Label: 1:8-8 first declared here
$x = { a => 1, a => 2 }

#--- strict-turns-it-off check strict=off
$x = { a => 1, a => 2 }
