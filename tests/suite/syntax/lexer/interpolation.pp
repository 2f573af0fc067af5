# Interpolation and what it turns names into.

#--- interpolation-variable parse
$x = "a $b c"
#: expect
#| (= (var "x") (concat "a " (str (var "b")) " c"))

#--- interpolation-variable-qualified parse
$x = "$a::b::c $::d $a:: $a::B $::"
#: expect
#| (= (var "x") (concat (str (var "a::b::c")) " " (str (var "::d")) " " (str (var "a")) ":: " (str (var "a::B")) " $::"))

#--- interpolation-variable-underscore parse
$x = "$_a ${_a} $a::_b ${a::_b}"
#: expect
#| (= (var "x") (concat (str (var "_a")) " " (str (var "_a")) " " (str (var "a::_b")) " " (str (var "a::_b"))))

#--- interpolation-variable-number parse
$x = "$0 $1 $12 ${0} ${1} ${12}"
#: expect
#| (= (var "x") (concat (str (var "0")) " " (str (var "1")) " " (str (var "12")) " " (str (var "0")) " " (str (var "1")) " " (str (var "12"))))

#--- interpolation-variable-number-letter parse
$x = "$1a ${1}a"
#: expect
#| (= (var "x") (concat (str (var "1a")) " " (str (var "1")) "a"))

#--- interpolation-variable-dash parse
$x = "$a-b ${a-b} $a-"
#: expect
#| (= (var "x") (concat (str (var "a")) "-b " (str (var "a-b")) " " (str (var "a")) "-"))

#--- interpolation-variable-dash-number parse
$x = "${a-1} ${a - 1}"
#: expect
#| (= (var "x") (concat (str (var "a-1")) " " (str (- (qn "a") 1))))

#--- interpolation-braces parse
$x = "${a} ${ a } ${
a
}"
#: expect
#| (= (var "x") (concat (str (var "a")) " " (str (var "a")) " " (str (var "a"))))

#--- interpolation-braces-qualified parse
$x = "${::a} ${a::b} ${::a::b}"
#: expect
#| (= (var "x") (concat (str (var "::a")) " " (str (var "a::b")) " " (str (var "::a::b"))))

#--- interpolation-braces-empty parse
# Error: 10-11 [syntax-error] Syntax error at ''
$x = "${}"

#--- interpolation-braces-blank parse
# Error: 11-12 [syntax-error] Syntax error at ''
$x = "${ }"

#--- interpolation-keyword parse
$x = "${if} ${class} ${default} ${true} ${undef} ${type} ${function} ${node} ${and} ${in}"
#: expect
#| (= (var "x") (concat (str (var "if")) " " (str (var "class")) " " (str (var "default")) " " (str (var "true")) " " (str (var "undef")) " " (str (var "type")) " " (str (var "function")) " " (str (var "node")) " " (str (var "and")) " " (str (var "in"))))

#--- interpolation-keyword-access parse
$x = "${class[0]} ${type['a']} ${function[1]}"
#: expect
#| (= (var "x") (concat (str (access (var "class") 0)) " " (str (access (var "type") "a")) " " (str (access (var "function") 1))))

#--- interpolation-keyword-method parse
$x = "${class.upcase} ${type.foo}"
#: expect
#| (= (var "x") (concat (str (call-method {:functor (. (var "class") (qn "upcase")) :args []})) " " (str (call-method {:functor (. (var "type") (qn "foo")) :args []}))))

#--- interpolation-name-access parse
$x = "${a[1]} ${a['k'][2]} ${a[1, 2]} ${a[b]}"
#: expect
#| (= (var "x") (concat (str (access (var "a") 1)) " " (str (access (access (var "a") "k") 2)) " " (str (access (var "a") 1 2)) " " (str (access (var "a") (qn "b")))))

#--- interpolation-name-access-blank parse
# Error: 11-12 [syntax-error] Syntax error at '['
$x = "${a [1]}"

#--- interpolation-name-method parse
$x = "${a.b} ${a.b.c} ${a.b(1).c} ${a.b[1].c}"
#: expect
#| (= (var "x") (concat (str (call-method {:functor (. (var "a") (qn "b")) :args []})) " " (str (call-method {:functor (. (call-method {:functor (. (var "a") (qn "b")) :args []}) (qn "c")) :args []})) " " (str (call-method {:functor (. (call-method {:functor (. (var "a") (qn "b")) :args [1]}) (qn "c")) :args []})) " " (str (call-method {:functor (. (access (call-method {:functor (. (var "a") (qn "b")) :args []}) 1) (qn "c")) :args []}))))

#--- interpolation-name-method-lambda parse
$x = "${a.map |$y| { $y + 1 }}"
#: expect
#| (= (var "x") (concat (str (call-method {:functor (. (var "a") (qn "map")) :args [] :block (lambda {:params {:y {}} :body [(+ (var "y") 1)]})}))))

#--- interpolation-name-call parse
$x = "${a(1)} ${join(b, 'c')}"
#: expect
#| (= (var "x") (concat (str (call {:functor (qn "a") :args [1]})) " " (str (call {:functor (qn "join") :args [(qn "b") "c"]}))))

#--- interpolation-name-arithmetic parse
$x = "${a + 1} ${a * 2}"
#: expect
#| (= (var "x") (concat (str (+ (qn "a") 1)) " " (str (* (qn "a") 2))))

#--- interpolation-number parse
$x = "${1 + 2} ${3.4} ${0x1F}"
#: expect
#| (= (var "x") (concat (str (+ 1 2)) " " (str (var "3.4")) " " (str (var "0x1F"))))

#--- interpolation-number-access parse
$x = "${1[2]}"
#: expect
#| (= (var "x") (concat (str (access (var "1") 2))))

#--- interpolation-expressions parse
$x = "${[1, 2]} ${{a => 1}} ${'x'} ${(1)} ${-1} ${!true}"
#: expect
#| (= (var "x") (concat (str (array 1 2)) " " (str (hash (=> (qn "a") 1))) " " (str "x") " " (str (paren 1)) " " (str -1) " " (str (! true))))

#--- interpolation-nested-strings parse
$x = "a${"b${"c${d}e"}f"}g"
#: expect
#| (= (var "x") (concat "a" (str (concat "b" (str (concat "c" (str (var "d")) "e")) "f")) "g"))

#--- interpolation-nested-braces parse
$x = "${ { 'a' => { 'b' => '}' } }['a'] }"
#: expect
#| (= (var "x") (concat (str (access (hash (=> "a" (hash (=> "b" "}")))) "a"))))

#--- interpolation-if parse
$x = "${if $a { 'b' } else { 'c' }}"
#: expect
#| (= (var "x") (concat (str (if {:test (var "a") :then ["b"] :else ["c"]}))))

#--- interpolation-case parse
$x = "${case $a { 1: { 'b' } default: { 'c' } }}"
#: expect
#| (= (var "x") (concat (str (case (var "a") [{:when [1] :then ["b"]} {:when [(default)] :then ["c"]}]))))

#--- interpolation-heredoc parse
$x = "a ${@(END)} b"
  text
  | END
#: expect
#| (= (var "x") (concat "a " (str (heredoc {:text "text\n"})) " b"))

#--- interpolation-reference parse
$x = "${Integer} ${File['a']}"
#: expect
#| (= (var "x") (concat (str (qr "Integer")) " " (str (access (qr "File") "a"))))

#--- interpolation-assignment parse
$x = "${$y = 1}"
#: expect
#| (= (var "x") (concat (str (= (var "y") 1))))

#--- interpolation-two-expressions check
# Error: 11-12 [syntax-error] Syntax error at '2'
$x = "${1 2}"

#--- interpolation-semicolon check
# Error: 10-11 [syntax-error] Syntax error at ';'
# Help: 10-11 `;` separates expressions and bodies of resources
$x = "${1; 2}"

#--- interpolation-unclosed-bracket check
# Error: 13-14 [syntax-error] Syntax error at ''
$x = "${a[1}"

#--- interpolation-variable-inside parse
$x = "${$a} ${$a[1]} ${$a.b}"
#: expect
#| (= (var "x") (concat (str (var "a")) " " (str (access (var "a") 1)) " " (str (call-method {:functor (. (var "a") (qn "b")) :args []}))))

#--- interpolation-comment-inside parse
$x = "${a # }
}"
#: expect
#| (= (var "x") (concat (str (var "a"))))

#--- interpolation-escaped parse
$x = "\${a} \$b"
#: expect
#| (= (var "x") "${a} $b")

#--- interpolation-only parse
$x = "${a}"
#: expect
#| (= (var "x") (concat (str (var "a"))))

#--- interpolation-adjacent parse
$x = "${a}${b}$c$d"
#: expect
#| (= (var "x") (concat (str (var "a")) (str (var "b")) (str (var "c")) (str (var "d"))))

#--- interpolation-statement-call check
# Error: 16-17 [syntax-error] Syntax error at '1'
$x = "${notice 1}"

#--- interpolation-relationship parse
$x = "${A['b'] -> C['d']}"
#: expect
#| (= (var "x") (concat (str (-> (access (qr "A") "b") (access (qr "C") "d")))))

#--- interpolation-keyword-pn parse
$x = "${true} ${false} ${undef[1]}"
#: expect
#| (= (var "x") (concat (str (var "true")) " " (str (var "false")) " " (str (access (var "undef") 1))))

#--- interpolation-word parse
$x = "${a::b::c[1]} ${A} ${a-b}"
#: expect
#| (= (var "x") (concat (str (access (var "a::b::c") 1)) " " (str (qr "A")) " " (str (var "a-b"))))

#--- interpolation-illegal-name check
# Error: 25-27 [illegal-number] Illegal number '1a'
# Help: 25-27 quote it if it is meant as a string
$x = "${A-b} ${_a::b} ${1a}"

#--- interpolation-in-title parse
file { "/tmp/${a}/$b": }
#: expect
#| (resource {:type (qn "file") :bodies [{:title (concat "/tmp/" (str (var "a")) "/" (str (var "b"))) :ops []}]})
