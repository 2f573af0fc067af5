# Templates.

#--- epp-text parse
#: epp
#| plain text
#| two lines

#--- epp-empty parse dialect=epp
#: text
#| 

#--- epp-expression parse
#: epp
#| a <%= $b %> c

#--- epp-expression-trim parse
#: epp
#| a <%= $b -%>
#| c

#--- epp-code parse
#: epp
#| a
#| <% $x = 1 %>
#| b

#--- epp-code-trim-left parse
#: epp
#| a
#|    <%- $x = 1 %>
#| b

#--- epp-code-trim-right parse
#: epp
#| a
#| <% $x = 1 -%>  
#| b

#--- epp-code-trim-both parse
#: epp
#| a
#|   <%- $x = 1 -%>
#| b

#--- epp-code-trim-same-line parse
#: epp
#| a  <%- $x = 1 -%>  b

#--- epp-comment parse
#: epp
#| a <%# comment %> b

#--- epp-comment-trim parse
#: epp
#| a
#| <%# comment -%>
#| b

#--- epp-comment-trim-left parse
#: epp
#| a
#|    <%#- comment -%>
#| b

#--- epp-comment-with-code parse
#: epp
#| a <%# <%= $b %> c

#--- epp-comment-double-percent parse
#: epp
#| a <%# b %%> c %> d

#--- epp-comment-empty parse
#: epp
#| a <%#%> b %> c

#--- epp-comment-unclosed check
#: epp
#| a <%# comment

#--- epp-literal-tags parse
#: epp
#| a <%% b %%> c

#--- epp-literal-close parse
#: epp
#| a %> b -%> c

#--- epp-parameters parse
#: epp
#| <%- | $a, Integer $b = 1 | -%>
#| <%= $a %>

#--- epp-parameters-plain parse
#: epp
#| <% | $a | %><%= $a %>

#--- epp-parameters-none parse
#: epp
#| <% | | %>a

#--- epp-parameters-none-joined parse
#: epp
#| <% || %>a

#--- epp-parameters-trailing-comma parse
#: epp
#| <%- | $a, $b, | -%>
#| x

#--- epp-parameters-comment-before parse
#: epp
#| <%# c -%>
#| <%- | $a | -%>
#| x

#--- epp-parameters-blank-before parse
#: epp
#|  <%- | $a | -%>
#| x

#--- epp-parameters-text-before check
#: epp
#| text <%- | $a | -%>
#| x

#--- epp-parameters-rest check
#: epp
#| <%- | *$a | -%>
#| x

#--- epp-parameters-duplicate check
#: epp
#| <%- | $a, $a | -%>
#| x

#--- epp-parameters-old check
#: epp
#| <% ($a) %>x

#--- epp-parameters-old-after-text check
#: epp
#| a <% ($x) %> b

#--- epp-parameters-in-expression check
#: epp
#| <%= | $a | %>x

#--- epp-block parse
#: epp
#| <% if $a { %>b<% } else { %>c<% } %>

#--- epp-block-trim parse
#: epp
#| <% if $a { -%>
#| b
#| <% } -%>
#| c

#--- epp-loop parse
#: epp
#| <% $a.each |$x| { -%>
#| <%= $x %>
#| <% } -%>

#--- epp-loop-nested parse
#: epp
#| <% $a.each |$x| { $x.each |$y| { %><%= $y %>,<% } } %>

#--- epp-case parse
#: epp
#| <% case $a { 1: { %>one<% } default: { %>more<% } } %>

#--- epp-expression-block parse
#: epp
#| <%= { $a = 1 $a } %>

#--- epp-expression-hash check
#: epp
#| <%= { a => 1 } %>

#--- epp-expression-if parse
#: epp
#| <%= if $a { 'b' } else { 'c' } %>

#--- epp-expression-lambda parse
#: epp
#| <%= $a.map |$x| { "<${x}>" }.join %>

#--- epp-expression-string parse
#: epp
#| <%= "a ${b} %> c" %>

#--- epp-expression-comment parse
#: epp
#| <%= $a # comment
#| %>b

#--- epp-expression-two check
#: epp
#| <%= $a $b %>

#--- epp-expression-empty check
#: epp
#| <%= %>

#--- epp-expression-unclosed check
#: epp
#| a <%= $b

#--- epp-expression-unclosed-text check
#: epp
#| a <%= $b
#| c

#--- epp-expression-open-inside check
#: epp
#| a <%= $b <%= $c %>

#--- epp-code-unclosed check
#: epp
#| a <% $x = 1

#--- epp-tag-at-end check dialect=epp
#: text
#| a <%

#--- epp-tag-dash-at-end check dialect=epp
#: text
#| a <%-

#--- epp-tag-equals-at-end check dialect=epp
#: text
#| a <%=

#--- epp-unclosed-brace check
#: epp
#| <% if $a { %>b

#--- epp-extra-brace check
#: epp
#| a <% } %> b

#--- epp-several-statements parse
#: epp
#| <% $a = 1; $b = 2 %><%= $a %>

#--- epp-statement-call parse
#: epp
#| <% notice $a %>x

#--- epp-last-line-break parse dialect=epp
#: text
#| a\n<%= $b %>\n

#--- epp-crlf parse dialect=epp
#: text
#| a\r\n<% $x = 1 -%>\r\nb\r\n

#--- epp-trim-without-line-break parse dialect=epp
#: text
#| <% $x = 1 -%>   

#--- epp-modulo parse
#: epp
#| <%= 5 % 2 %>

#--- epp-modulo-then-greater check
#: epp
#| <%= 5 %> 2 %>

#--- epp-minus-close parse
#: epp
#| <%= 5 -%>x

#--- epp-heredoc parse
#: epp
#| <% $x = @(END)
#|   text
#|   | END
#| %><%= $x %>

#--- epp-forgotten-value check
#: epp
#| <% 1 %>a

#--- epp-value-last check
#: epp
#| a<% 1 %>

#--- epp-class check
#: epp
#| <% class a { } %>

#--- epp-resource parse
#: epp
#| <% file { 'a': } %>b

#--- epp-double-quotes parse
#: epp
#| a "b" 'c' \n ${d} $e

#--- epp-unicode parse
#: epp
#| é <%= 'ü' %> ☃

#--- epp-name-call-with-text check
#: epp
#| a <% foo (1) %> b
