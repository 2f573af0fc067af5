# Type definitions (ARM-7): part of edition `draft`, an extension of edition `8`.

#--- arm7-empty parse edition=draft
type Disk { }
#: expect
#| (type {:name "Disk" :features []})

#--- arm7-name-lower parse edition=draft
type disk { }
#: expect
#| (type {:name "disk" :features []})

#--- arm7-name-qualified parse edition=draft
type a::b { }
type A::B { }
#: expect
#| (block (type {:name "a::b" :features []}) (type {:name "A::B" :features []}))

#--- arm7-inherits parse edition=draft
type A inherits B::C { }
#: expect
#| (type {:name "A" :parent (qr "B::C") :features []})

#--- arm7-abstract parse edition=draft
type A { abstract }
#: expect
#| (type {:name "A" :features [(abstract)]})

#--- arm7-attribute parse edition=draft
type A { attr device, String }
#: expect
#| (type {:name "A" :features [(attr {:name "device" :type (qr "String")})]})

#--- arm7-attribute-no-type parse edition=draft
type A { attr note }
#: expect
#| (type {:name "A" :features [(attr {:name "note"})]})

#--- arm7-attribute-types parse edition=draft
type A { attr a, Integer attr b, Float attr c, String attr d, Boolean }
#: expect
#| (type {:name "A" :features [(attr {:name "a" :type (qr "Integer")}) (attr {:name "b" :type (qr "Float")}) (attr {:name "c" :type (qr "String")}) (attr {:name "d" :type (qr "Boolean")})]})

#--- arm7-attribute-enum parse edition=draft
type A { attr fs, enum[ext4, 'xfs',] attr g, Enum[a] }
#: expect
#| (type {:name "A" :features [(attr {:name "fs" :type (access (qr "Enum") (qn "ext4") "xfs")}) (attr {:name "g" :type (access (qr "Enum") (qn "a"))})]})

#--- arm7-attribute-settings parse edition=draft
type A { attr d, String { min => 1, max => unbound, unsettable => true, transient => false, setable => true, } }
#: expect
#| (type {:name "A" :features [(attr {:name "d" :type (qr "String") :settings [(=> "min" 1) (=> "max" (qn "unbound")) (=> "unsettable" true) (=> "transient" false) (=> "setable" true)]})]})

#--- arm7-attribute-default parse edition=draft
type A { attr a, Integer { default => -1 } attr b, enum[c, d] { default => c } attr e, Boolean { default => true } }
#: expect
#| (type {:name "A" :features [(attr {:name "a" :type (qr "Integer") :settings [(=> "default" -1)]}) (attr {:name "b" :type (access (qr "Enum") (qn "c") (qn "d")) :settings [(=> "default" (qn "c"))]}) (attr {:name "e" :type (qr "Boolean") :settings [(=> "default" true)]})]})

#--- arm7-attribute-check-block parse edition=draft
type A { attr num, Integer { check => { $it > 0 and $it < 65536 } } }
#: expect
#| (type {:name "A" :features [(attr {:name "num" :type (qr "Integer") :settings [(=> "check" (block (and (> (var "it") 0) (< (var "it") 65536))))]})]})

#--- arm7-attribute-check-lambda parse edition=draft
type A { attr note { check => |$n| { if $n =~ /\t/ { 'no tabs' } } } }
#: expect
#| (type {:name "A" :features [(attr {:name "note" :settings [(=> "check" (lambda {:params {:n {}} :body [(if {:test (=~ (var "n") (regexp "\\t")) :then ["no tabs"]})]}))]})]})

#--- arm7-attribute-check-expression parse edition=draft
type A { attr a, String { check => $it != "" } }
#: expect
#| (type {:name "A" :features [(attr {:name "a" :type (qr "String") :settings [(=> "check" (!= (var "it") ""))]})]})

#--- arm7-attribute-validate parse edition=draft
type A { attr a, String { validate => { true } } }
#: expect
#| (type {:name "A" :features [(attr {:name "a" :type (qr "String") :settings [(=> "validate" (block true))]})]})

#--- arm7-attribute-set-get parse edition=draft
type A { attr h, Integer { set => |$v| { $v * 3600 }, get => |$v| { $v / 3600 } } }
#: expect
#| (type {:name "A" :features [(attr {:name "h" :type (qr "Integer") :settings [(=> "set" (lambda {:params {:v {}} :body [(* (var "v") 3600)]})) (=> "get" (lambda {:params {:v {}} :body [(/ (var "v") 3600)]}))]})]})

#--- arm7-attribute-derived parse edition=draft
type A { attr url, String { derived => || { "${host}:${port}" }, setable => true } }
#: expect
#| (type {:name "A" :features [(attr {:name "url" :type (qr "String") :settings [(=> "derived" (lambda {:body [(concat (str (var "host")) ":" (str (var "port")))]})) (=> "setable" true)]})]})

#--- arm7-reference parse edition=draft
type Team { has members, Person { max => unbound } has lead, Person { containment => false } }
#: expect
#| (type {:name "Team" :features [(has {:name "members" :type (qr "Person") :settings [(=> "max" (qn "unbound"))]}) (has {:name "lead" :type (qr "Person") :settings [(=> "containment" false)]})]})

#--- arm7-invariant-block parse edition=draft
type A { invariant { $a < $b } }
#: expect
#| (type {:name "A" :features [(invariant {:body [(< (var "a") (var "b"))]})]})

#--- arm7-invariant-title parse edition=draft
type A { invariant "low ${low} is above" { $low <= $high } invariant 'x' |$o| { true } }
#: expect
#| (type {:name "A" :features [(invariant {:title (concat "low " (str (var "low")) " is above") :body [(<= (var "low") (var "high"))]}) (invariant {:title "x" :lambda (lambda {:params {:o {}} :body [true]})})]})

#--- arm7-separators parse edition=draft
type A { attr a; attr b, Integer; abstract; invariant { true }; }
#: expect
#| (type {:name "A" :features [(attr {:name "a"}) (attr {:name "b" :type (qr "Integer")}) (abstract) (invariant {:body [true]})]})

#--- arm7-feature-named-has parse edition=draft
type A { attr has, String attr attr, Integer has invariant, B }
#: expect
#| (type {:name "A" :features [(attr {:name "has" :type (qr "String")}) (attr {:name "attr" :type (qr "Integer")}) (has {:name "invariant" :type (qr "B")})]})

#--- arm7-extension-on parse extensions=on
type A { attr b, String { min => 1 } }
#: expect
#| (type {:name "A" :features [(attr {:name "b" :type (qr "String") :settings [(=> "min" 1)]})]})

#--- arm7-extension-warns check extensions=warn
# Warning: 6-7 [type-definition-extension] type definitions are an extension that other implementations of Puppet reject
# Help: 6-7 enable extensions in the configuration of the project to accept it
type A { attr b, String }
type C { has d, A }

#--- arm7-extension-silent check extensions=on
type A { attr b, String }

#--- arm7-alias-stays parse edition=draft
type A = Integer
#: expect
#| (type-alias "A" (qr "Integer"))

#--- arm7-new-hash parse edition=draft
$x = A.new { b => 1 }
#: expect
#| (= (var "x") (call-method {:functor (. (qr "A") (qn "new")) :args [(hash (=> (qn "b") 1))]}))

#--- arm7-new-hash-extension parse extensions=on
$x = A.new { b => 1 }
#: expect
#| (= (var "x") (call-method {:functor (. (qr "A") (qn "new")) :args [(hash (=> (qn "b") 1))]}))

#--- arm7-new-lambda parse edition=draft
$t = Team.new |$t| { $t[lead] = 1 }
#: expect
#| (= (var "t") (call-method {:functor (. (qr "Team") (qn "new")) :args [] :block (lambda {:params {:t {}} :body [(= (access (var "t") (qn "lead")) 1)]})}))

#--- arm7-new-in-condition check edition=draft
if A.new { notice 1 }

#--- arm7-index-assignment check edition=draft
$t = Team.new |$t| { $t[members] += 1
 $t[lead] = 2 }

#--- arm7-index-assignment-elsewhere check edition=draft
# Error: 1-9 [illegal-indexed-assignment] Illegal attempt to assign via [index/key]. Not an assignable reference
$t[lead] = 2

#--- arm7-unknown-setting check edition=draft
# Error: 27-30 [unknown-setting] unknown setting `foo`
# Help: 27-30 the settings are `min`, `max`, `unsettable`, `check`, `validate`, `derived`, `transient`, `setable`, `default`, `set`, `get`, `containment`
type A { attr b, String { foo => 1 } }

#--- arm7-setting-twice check edition=draft
# Error: 37-40 [repeated-setting] the setting `min` is given more than once
type A { attr b, String { min => 1, min => 2 } }

#--- arm7-setting-misplaced check edition=draft
# Error: 27-38 [misplaced-setting] cannot use the setting `containment` on an attribute
type A { attr b, String { containment => true } }

#--- arm7-reference-setting-misplaced check edition=draft
# Error: 21-28 [misplaced-setting] cannot use the setting `default` on a reference
type A { has b, C { default => 1 } }

#--- arm7-bad-type check edition=draft
# Error: 18-23 [illegal-attribute-type] expected `Integer`, `Float`, `String`, `Boolean` or `enum[..]` as the type of an attribute, found `Array`
type A { attr b, Array }

#--- arm7-bad-statement check edition=draft
# Error: 10-16 [syntax-error] Syntax error at 'notice'
type A { notice 1 }

#--- arm7-missing-name check edition=draft
# Error: 15-16 [syntax-error] Syntax error at '}'
type A { attr }

#--- arm7-missing-comma check edition=draft
# Error: 16-17 [syntax-error] Syntax error at 'C'
type A { has b C }

#--- arm7-unclosed check edition=draft
type A { attr b, String
# Error: - [syntax-error] Syntax error at end of input

#--- arm7-bad-min check edition=draft
# Error: 34-37 [illegal-setting-value] expected an integer as the value of `min`, found `'x'`
type A { attr b, String { min => 'x' } }

#--- arm7-bad-max check edition=draft
# Error: 34-35 [illegal-bounds] `max` cannot be below 1
type A { attr b, String { max => 0 } }

#--- arm7-min-above-max check edition=draft
# Error: 44-45 [illegal-bounds] `min` is 3, above `max`, which is 2
type A { attr b, String { min => 3, max => 2 } }

#--- arm7-duplicate-feature check edition=draft
# Error: 29-30 [duplicate-feature] the feature `b` is declared more than once
type A { attr b, String has b, C }

#--- arm7-duplicate-enum-value check edition=draft
# Error: 26-27 [repeated-enum-value] the enumeration has the value `c` more than once
type A { attr b, enum[c, c] }

#--- arm7-default-not-in-enum check edition=draft
# Error: 42-43 [illegal-default] cannot convert the default `e` to one of `c`, `d`
type A { attr b, enum[c, d] { default => e } }

#--- arm7-check-and-validate check edition=draft
# Error: 46-54 [repeated-setting] the setting `validate` is given more than once
type A { attr b, String { check => { true }, validate => { true } } }

#--- arm7-feature-name-upper check edition=draft
# Error: 15-16 [syntax-error] Syntax error at 'B'
type A { attr B, String }

#--- arm7-lambda-arity check edition=draft
# Error: 34-42 [wrong-parameter-count] expected one parameter in the lambda of `set`, found 0
# Error: 55-65 [wrong-parameter-count] expected no parameters in the lambda of `derived`, found 1
type A { attr b, String { set => || { 1 }, derived => |$x| { 1 } } }

#--- arm7-restricted-resource check edition=draft
# Error: 22-35 [illegal-type-logic] cannot use a resource in the logic of a type
type A { invariant { file { 'a': } true } }

#--- arm7-restricted-call check edition=draft
# Error: 22-31 [illegal-type-logic] cannot use the function `notice` in the logic of a type
type A { invariant { notice(1) } }

#--- arm7-nested check edition=draft
# Error: 11-21 [not-absolute-top-level] A Type Definition may only appear at toplevel
class a { type B { } }

#--- arm7-in-edition-8-off check extensions=off
# Error: 16-17 [illegal-argument-list] illegal comma separated argument list
type A { attr b, String }

#--- arm7-in-edition-8-off-lower check extensions=off
# Error: 6-7 [syntax-error] Syntax error at 'a'
type a { attr b, String }
