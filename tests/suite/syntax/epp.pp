# Templates.

#--- epp-text parse
#: epp
#| plain text
#| two lines
#: expect
#| (lambda {:body [(epp (render-s "plain text\ntwo lines\n"))]})

#--- epp-empty parse dialect=epp
#: text
#| 
#: expect
#| (lambda {:body [(epp)]})

#--- epp-expression parse
#: epp
#| a <%= $b %> c
#: expect
#| (lambda {:body [(epp (render-s "a ") (render (var "b")) (render-s " c\n"))]})

#--- epp-expression-trim parse
#: epp
#| a <%= $b -%>
#| c
#: expect
#| (lambda {:body [(epp (render-s "a ") (render (var "b")) (render-s "c\n"))]})

#--- epp-code parse
#: epp
#| a
#| <% $x = 1 %>
#| b
#: expect
#| (lambda {:body [(epp (render-s "a\n") (= (var "x") 1) (render-s "\nb\n"))]})

#--- epp-code-trim-left parse
#: epp
#| a
#|    <%- $x = 1 %>
#| b
#: expect
#| (lambda {:body [(epp (render-s "a\n") (= (var "x") 1) (render-s "\nb\n"))]})

#--- epp-code-trim-right parse
#: epp
#| a
#| <% $x = 1 -%>  
#| b
#: expect
#| (lambda {:body [(epp (render-s "a\n") (= (var "x") 1) (render-s "b\n"))]})

#--- epp-code-trim-both parse
#: epp
#| a
#|   <%- $x = 1 -%>
#| b
#: expect
#| (lambda {:body [(epp (render-s "a\n") (= (var "x") 1) (render-s "b\n"))]})

#--- epp-code-trim-same-line parse
#: epp
#| a  <%- $x = 1 -%>  b
#: expect
#| (lambda {:body [(epp (render-s "a") (= (var "x") 1) (render-s "b\n"))]})

#--- epp-comment parse
#: epp
#| a <%# comment %> b
#: expect
#| (lambda {:body [(epp (render-s "a  b\n"))]})

#--- epp-comment-trim parse
#: epp
#| a
#| <%# comment -%>
#| b
#: expect
#| (lambda {:body [(epp (render-s "a\nb\n"))]})

#--- epp-comment-trim-left parse
#: epp
#| a
#|    <%#- comment -%>
#| b
#: expect
#| (lambda {:body [(epp (render-s "a\nb\n"))]})

#--- epp-comment-with-code parse
#: epp
#| a <%# <%= $b %> c
#: expect
#| (lambda {:body [(epp (render-s "a  c\n"))]})

#--- epp-comment-double-percent parse
#: epp
#| a <%# b %%> c %> d
#: expect
#| (lambda {:body [(epp (render-s "a  d\n"))]})

#--- epp-comment-empty parse
#: epp
#| a <%#%> b %> c
#: expect
#| (lambda {:body [(epp (render-s "a  b %> c\n"))]})

#--- epp-comment-unclosed check
#: epp
# Error: 5-5 [epp-unbalanced-comment] Reaching end after opening <%# without seeing %>
#| a <%# comment

#--- epp-literal-tags parse
#: epp
#| a <%% b %%> c
#: expect
#| (lambda {:body [(epp (render-s "a <% b %> c\n"))]})

#--- epp-literal-close parse
#: epp
#| a %> b -%> c
#: expect
#| (lambda {:body [(epp (render-s "a %> b -%> c\n"))]})

#--- epp-parameters parse
#: epp
#| <%- | $a, Integer $b = 1 | -%>
#| <%= $a %>
#: expect
#| (lambda {:params {:a {} :b {:type (qr "Integer") :value 1}} :body [(epp (render (var "a")) (render-s "\n"))]})

#--- epp-parameters-plain parse
#: epp
#| <% | $a | %><%= $a %>
#: expect
#| (lambda {:params {:a {}} :body [(epp (render (var "a")) (render-s "\n"))]})

#--- epp-parameters-none parse
#: epp
#| <% | | %>a
#: expect
#| (lambda {:body [(epp (render-s "a\n"))]})

#--- epp-parameters-none-joined parse
#: epp
#| <% || %>a
#: expect
#| (lambda {:body [(epp (render-s "a\n"))]})

#--- epp-parameters-trailing-comma parse
#: epp
#| <%- | $a, $b, | -%>
#| x
#: expect
#| (lambda {:params {:a {} :b {}} :body [(epp (render-s "x\n"))]})

#--- epp-parameters-comment-before parse
#: epp
#| <%# c -%>
#| <%- | $a | -%>
#| x
#: expect
#| (lambda {:params {:a {}} :body [(epp (render-s "x\n"))]})

#--- epp-parameters-blank-before parse
#: epp
#|  <%- | $a | -%>
#| x
#: expect
#| (lambda {:params {:a {}} :body [(epp (render-s "x\n"))]})

#--- epp-parameters-text-before check
#: epp
# Error: 10-11 [syntax-error] Syntax error at '|'
#| text <%- | $a | -%>
#| x

#--- epp-parameters-rest check
#: epp
# Error: 8-10 [captures-rest-not-supported] Parameter $a has 'captures rest' - not supported in an Epp Template
#| <%- | *$a | -%>
#| x

#--- epp-parameters-duplicate check
#: epp
# Error: 11-13 [duplicate-parameter] The parameter 'a' is declared more than once in the parameter list
#| <%- | $a, $a | -%>
#| x

#--- epp-parameters-old check
#: epp
# Error: 4-8 [idem-expression-not-last] This Parenthesized Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#| <% ($a) %>x

#--- epp-parameters-old-after-text check
#: epp
# Error: 1-10 [illegal-epp-parameters] Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace
#| a <% ($x) %> b

#--- epp-parameters-in-expression check
#: epp
# Error: 5-6 [syntax-error] Syntax error at '|'
#| <%= | $a | %>x

#--- epp-block parse
#: epp
#| <% if $a { %>b<% } else { %>c<% } %>
#: expect
#| (lambda {:body [(epp (if {:test (var "a") :then [(render-s "b")] :else [(render-s "c")]}) (render-s "\n"))]})

#--- epp-block-trim parse
#: epp
#| <% if $a { -%>
#| b
#| <% } -%>
#| c
#: expect
#| (lambda {:body [(epp (if {:test (var "a") :then [(render-s "b\n")]}) (render-s "c\n"))]})

#--- epp-loop parse
#: epp
#| <% $a.each |$x| { -%>
#| <%= $x %>
#| <% } -%>
#: expect
#| (lambda {:body [(epp (call-method {:functor (. (var "a") (qn "each")) :args [] :block (lambda {:params {:x {}} :body [(render (var "x")) (render-s "\n")]})}) (render-s ""))]})

#--- epp-loop-nested parse
#: epp
#| <% $a.each |$x| { $x.each |$y| { %><%= $y %>,<% } } %>
#: expect
#| (lambda {:body [(epp (call-method {:functor (. (var "a") (qn "each")) :args [] :block (lambda {:params {:x {}} :body [(call-method {:functor (. (var "x") (qn "each")) :args [] :block (lambda {:params {:y {}} :body [(render (var "y")) (render-s ",")]})})]})}) (render-s "\n"))]})

#--- epp-case parse
#: epp
#| <% case $a { 1: { %>one<% } default: { %>more<% } } %>
#: expect
#| (lambda {:body [(epp (case (var "a") [{:when [1] :then [(render-s "one")]} {:when [(default)] :then [(render-s "more")]}]) (render-s "\n"))]})

#--- epp-expression-block parse
#: epp
#| <%= { $a = 1 $a } %>
#: expect
#| (lambda {:body [(epp (render (block (= (var "a") 1) (var "a"))) (render-s "\n"))]})

#--- epp-expression-hash check
#: epp
#| <%= { a => 1 } %>

#--- epp-expression-if parse
#: epp
#| <%= if $a { 'b' } else { 'c' } %>
#: expect
#| (lambda {:body [(epp (render (if {:test (var "a") :then ["b"] :else ["c"]})) (render-s "\n"))]})

#--- epp-expression-lambda parse
#: epp
#| <%= $a.map |$x| { "<${x}>" }.join %>
#: expect
#| (lambda {:body [(epp (render (call-method {:functor (. (call-method {:functor (. (var "a") (qn "map")) :args [] :block (lambda {:params {:x {}} :body [(concat "<" (str (var "x")) ">")]})}) (qn "join")) :args []})) (render-s "\n"))]})

#--- epp-expression-string parse
#: epp
#| <%= "a ${b} %> c" %>
#: expect
#| (lambda {:body [(epp (render (concat "a " (str (var "b")) " %> c")) (render-s "\n"))]})

#--- epp-expression-comment parse
#: epp
#| <%= $a # comment
#| %>b
#: expect
#| (lambda {:body [(epp (render (var "a")) (render-s "b\n"))]})

#--- epp-expression-two check
#: epp
# Error: 8-10 [syntax-error] Syntax error at 'b'
#| <%= $a $b %>

#--- epp-expression-empty check
#: epp
# Error: 5-7 [syntax-error] Syntax error at '%>'
#| <%= %>

#--- epp-expression-unclosed check
#: epp
#| a <%= $b
# Error: 1-1 [epp-unbalanced-tag] Unbalanced epp tag, reached <eof> without closing tag.

#--- epp-expression-unclosed-text check
#: epp
#| a <%= $b
# Error: 1-2 [syntax-error] Syntax error at 'c'
#| c

#--- epp-expression-open-inside check
#: epp
# Error: 11-12 [syntax-error] Syntax error at '%'
#| a <%= $b <%= $c %>

#--- epp-code-unclosed check
#: epp
#| a <% $x = 1
# Error: 1-1 [epp-unbalanced-tag] Unbalanced epp tag, reached <eof> without closing tag.

#--- epp-tag-at-end check dialect=epp
#: text
#| a <%
# Error: 1:5-1:5 [epp-unbalanced-expression] Unbalanced embedded expression - opening <% and reaching end of input

#--- epp-tag-dash-at-end check dialect=epp
#: text
#| a <%-
# Error: 1:6-1:6 [epp-unbalanced-tag] Unbalanced epp tag, reached <eof> without closing tag.

#--- epp-tag-equals-at-end check dialect=epp
#: text
#| a <%=
# Error: 1:6-1:6 [epp-unbalanced-tag] Unbalanced epp tag, reached <eof> without closing tag.

#--- epp-unclosed-brace check
#: epp
#| <% if $a { %>b
# Error: - [syntax-error] Syntax error at end of input

#--- epp-extra-brace check
#: epp
# Error: 6-7 [syntax-error] Syntax error at '}'
# Help: 6-7 there is no bracket to close here
#| a <% } %> b

#--- epp-several-statements parse
#: epp
#| <% $a = 1; $b = 2 %><%= $a %>
#: expect
#| (lambda {:body [(epp (= (var "a") 1) (= (var "b") 2) (render (var "a")) (render-s "\n"))]})

#--- epp-statement-call parse
#: epp
#| <% notice $a %>x
#: expect
#| (lambda {:body [(epp (invoke {:functor (qn "notice") :args [(var "a")]}) (render-s "x\n"))]})

#--- epp-last-line-break parse dialect=epp
#: text
#| a\n<%= $b %>\n
#: expect
#| (lambda {:body [(epp (render-s "a\n") (render (var "b")) (render-s "\n"))]})

#--- epp-crlf parse dialect=epp
#: text
#| a\r\n<% $x = 1 -%>\r\nb\r\n
#: expect
#| (lambda {:body [(epp (render-s "a\r\n") (= (var "x") 1) (render-s "b\r\n"))]})

#--- epp-trim-without-line-break parse dialect=epp
#: text
#| <% $x = 1 -%>   
#: expect
#| (lambda {:body [(epp (= (var "x") 1) (render-s ""))]})

#--- epp-modulo parse
#: epp
#| <%= 5 % 2 %>
#: expect
#| (lambda {:body [(epp (render (% 5 2)) (render-s "\n"))]})

#--- epp-modulo-then-greater check
#: epp
#| <%= 5 %> 2 %>

#--- epp-minus-close parse
#: epp
#| <%= 5 -%>x
#: expect
#| (lambda {:body [(epp (render 5) (render-s "x\n"))]})

#--- epp-heredoc parse
#: epp
#| <% $x = @(END)
#|   text
#|   | END
#| %><%= $x %>
#: expect
#| (lambda {:body [(epp (= (var "x") (heredoc {:text "text\n"})) (render (var "x")) (render-s "\n"))]})

#--- epp-forgotten-value check
#: epp
# Error: 4-5 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#| <% 1 %>a

#--- epp-value-last check
#: epp
# Error: 5-6 [idem-expression-not-last] This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
#| a<% 1 %>

#--- epp-class check
#: epp
# Error: 4-15 [not-top-level] Classes, definitions, and nodes may only appear at toplevel or inside other classes
#| <% class a { } %>

#--- epp-resource parse
#: epp
#| <% file { 'a': } %>b
#: expect
#| (lambda {:body [(epp (resource {:type (qn "file") :bodies [{:title "a" :ops []}]}) (render-s "b\n"))]})

#--- epp-double-quotes parse
#: epp
#| a "b" 'c' \n ${d} $e
#: expect
#| (lambda {:body [(epp (render-s "a \"b\" 'c' \\n ${d} $e\n"))]})

#--- epp-unicode parse
#: epp
#| é <%= 'ü' %> ☃
#: expect
#| (lambda {:body [(epp (render-s "é ") (render "ü") (render-s " ☃\n"))]})

#--- epp-name-call-with-text check
#: epp
#| a <% foo (1) %> b
