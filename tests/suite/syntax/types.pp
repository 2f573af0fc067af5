# Type definitions (ARM-7): part of edition `draft`, an extension of edition `8`.

#--- arm7-empty parse edition=draft
type Disk { }

#--- arm7-name-lower parse edition=draft
type disk { }

#--- arm7-name-qualified parse edition=draft
type a::b { }
type A::B { }

#--- arm7-inherits parse edition=draft
type A inherits B::C { }

#--- arm7-abstract parse edition=draft
type A { abstract }

#--- arm7-attribute parse edition=draft
type A { attr device, String }

#--- arm7-attribute-no-type parse edition=draft
type A { attr note }

#--- arm7-attribute-types parse edition=draft
type A { attr a, Integer attr b, Float attr c, String attr d, Boolean }

#--- arm7-attribute-enum parse edition=draft
type A { attr fs, enum[ext4, 'xfs',] attr g, Enum[a] }

#--- arm7-attribute-settings parse edition=draft
type A { attr d, String { min => 1, max => unbound, unsettable => true, transient => false, setable => true, } }

#--- arm7-attribute-default parse edition=draft
type A { attr a, Integer { default => -1 } attr b, enum[c, d] { default => c } attr e, Boolean { default => true } }

#--- arm7-attribute-check-block parse edition=draft
type A { attr num, Integer { check => { $it > 0 and $it < 65536 } } }

#--- arm7-attribute-check-lambda parse edition=draft
type A { attr note { check => |$n| { if $n =~ /\t/ { 'no tabs' } } } }

#--- arm7-attribute-check-expression parse edition=draft
type A { attr a, String { check => $it != "" } }

#--- arm7-attribute-validate parse edition=draft
type A { attr a, String { validate => { true } } }

#--- arm7-attribute-set-get parse edition=draft
type A { attr h, Integer { set => |$v| { $v * 3600 }, get => |$v| { $v / 3600 } } }

#--- arm7-attribute-derived parse edition=draft
type A { attr url, String { derived => || { "${host}:${port}" }, setable => true } }

#--- arm7-reference parse edition=draft
type Team { has members, Person { max => unbound } has lead, Person { containment => false } }

#--- arm7-invariant-block parse edition=draft
type A { invariant { $a < $b } }

#--- arm7-invariant-title parse edition=draft
type A { invariant "low ${low} is above" { $low <= $high } invariant 'x' |$o| { true } }

#--- arm7-separators parse edition=draft
type A { attr a; attr b, Integer; abstract; invariant { true }; }

#--- arm7-feature-named-has parse edition=draft
type A { attr has, String attr attr, Integer has invariant, B }

#--- arm7-extension-on parse extensions=on
type A { attr b, String { min => 1 } }

#--- arm7-extension-warns check extensions=warn
type A { attr b, String }
type C { has d, A }

#--- arm7-extension-silent check extensions=on
type A { attr b, String }

#--- arm7-alias-stays parse edition=draft
type A = Integer

#--- arm7-new-hash parse edition=draft
$x = A.new { b => 1 }

#--- arm7-new-hash-extension parse extensions=on
$x = A.new { b => 1 }

#--- arm7-new-lambda parse edition=draft
$t = Team.new |$t| { $t[lead] = 1 }

#--- arm7-new-in-condition check edition=draft
if A.new { notice 1 }

#--- arm7-index-assignment check edition=draft
$t = Team.new |$t| { $t[members] += 1
 $t[lead] = 2 }

#--- arm7-index-assignment-elsewhere check edition=draft
$t[lead] = 2

#--- arm7-unknown-setting check edition=draft
type A { attr b, String { foo => 1 } }

#--- arm7-setting-twice check edition=draft
type A { attr b, String { min => 1, min => 2 } }

#--- arm7-setting-misplaced check edition=draft
type A { attr b, String { containment => true } }

#--- arm7-reference-setting-misplaced check edition=draft
type A { has b, C { default => 1 } }

#--- arm7-bad-type check edition=draft
type A { attr b, Array }

#--- arm7-bad-statement check edition=draft
type A { notice 1 }

#--- arm7-missing-name check edition=draft
type A { attr }

#--- arm7-missing-comma check edition=draft
type A { has b C }

#--- arm7-unclosed check edition=draft
type A { attr b, String

#--- arm7-bad-min check edition=draft
type A { attr b, String { min => 'x' } }

#--- arm7-bad-max check edition=draft
type A { attr b, String { max => 0 } }

#--- arm7-min-above-max check edition=draft
type A { attr b, String { min => 3, max => 2 } }

#--- arm7-duplicate-feature check edition=draft
type A { attr b, String has b, C }

#--- arm7-duplicate-enum-value check edition=draft
type A { attr b, enum[c, c] }

#--- arm7-default-not-in-enum check edition=draft
type A { attr b, enum[c, d] { default => e } }

#--- arm7-check-and-validate check edition=draft
type A { attr b, String { check => { true }, validate => { true } } }

#--- arm7-feature-name-upper check edition=draft
type A { attr B, String }

#--- arm7-lambda-arity check edition=draft
type A { attr b, String { set => || { 1 }, derived => |$x| { 1 } } }

#--- arm7-restricted-resource check edition=draft
type A { invariant { file { 'a': } true } }

#--- arm7-restricted-call check edition=draft
type A { invariant { notice(1) } }

#--- arm7-nested check edition=draft
class a { type B { } }

#--- arm7-in-edition-8-off check extensions=off
type A { attr b, String }

#--- arm7-in-edition-8-off-lower check extensions=off
type a { attr b, String }
