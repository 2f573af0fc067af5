# ARM-4 Heredoc: the syntax of the text.

#--- heredoc-syntax-is-checked evaluate
# The document's text is not JSON.
$a = @(END:json)
This is supposed to be valid JSON text
END
#=> error 2:1: Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at 'This is supposed to be valid JSON text\n'"

$a = @(END:json)
{"a": [1, 2]}
END
$a
#=> "{\"a\": [1, 2]}\n"

# Interpolated text is checked at run time.
$x = 1
$a = @("END":json)
{"a": ${x}}
END
$a
#=> "{\"a\": 1}\n"

$x = 'a b'
$a = @("END":json)
{"a": ${x}}
END
$a
#=> error 3:1: Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at '{"a": a b}\n'"

#--- heredoc-syntax-names evaluate
# A syntax without a checker is not checked.
$a = @(END:javascript)
var a = 1;
END
$a
#=> "var a = 1;\n"

$a = @(END:ruby)
puts 1
END
$a
#=> "puts 1\n"

$a = @(END:property_file)
a = 1
END
$a
#=> "a = 1\n"

$a = @(END:yaml)
a: 1
END
$a
#=> "a: 1\n"

$a = @(END:myschema+json)
{"a": 1}
END
$a
#=> "{\"a\": 1}\n"

$a = @(END:myschema+json)
{"a": 1
END
$a
#=> error 2:1: Invalid produced text having syntax: 'myschema+json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at '{"a": 1\n'"

$a = @("END":epp)
<%= 1 + 1 %>
END
$a
#=> "<%= 1 + 1 %>\n"

$a = @("END":epp)
<%= 1 + %>
END
$a
#=> error 2:1: Invalid produced text having syntax: 'epp'. EPP syntax checker: "Syntax error at '%>' (line: 1, column: 9)"

# Draft: a period is allowed, and the name is downcased.
$a = @(END:vnd.apple.installer+xml)
<a/>
END
$a
#8=> error 1:36: Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
#draft=> "<a/>\n"

$a = @(END:jSON)
{"a": 1
END
$a
#8=> "{\"a\": 1\n"
#draft=> error 2:1: Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at '{"a": 1\n'"

# It begins with a lower case letter.
$a = @(END:JSON)
{"a": 1}
END
$a
#=> error 1:17: Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])

# Draft: empty segments are not allowed.
$a = @(END:a++json)
{"a": 1}
END
$a
#8=> "{\"a\": 1}\n"
#draft=> error 1:20: Heredoc syntax specification has empty segment between '+' : 'a++json'

$a = @(END:json+)
{"a": 1}
END
$a
#8=> "{\"a\": 1}\n"
#draft=> error 1:18: Heredoc syntax specification has empty segment between '+' : 'json+'

# A single letter: edition 8 requires two.
$a = @(END:x)
text
END
$a
#8=> error 1:14: Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
#draft=> "text\n"

# Interpolated text of other syntaxes.
$x = '1 +'
$a = @("END":pp)
notice(${x})
| END
#=> error 3:1: Invalid produced text having syntax: 'pp'. PP syntax checker: "Syntax error at ')' (line: 1, column: 11)"

# Draft: findings of Pupa's own checkers are errors too.
$a = @(END:yaml)
a: [1
END
$a
#8=> "a: [1\n"
#draft=> error 2:1: invalid text of syntax `yaml`: did not find expected ',' or ']' while parsing a flow sequence

$a = @(END:xslt+xml)
<a><b></a>
END
$a
#8=> "<a><b></a>\n"
#draft=> error 2:1: invalid text of syntax `xslt+xml`: end tag of `a` where that of `b` is due

#--- heredoc-checkers evaluate
# Draft: functions are checkers; they get the text and the whole name of the syntax.
function check_foo_syntax($text, $syntax) { notice("checking ${syntax}: ${text}") }
$a = @(END:foo)
text
| - END
$a
#8=> 'text'
#draft=> notice: checking foo: text
#draft=> 'text'

function check_foo_syntax($text, $syntax) { notice("checking ${syntax}: ${text}") }
$x = 5
$a = @("END":foo)
text ${x}
| - END
$a
#8=> 'text 5'
#draft=> notice: checking foo: text 5
#draft=> 'text 5'

function check_foo_syntax($text, $syntax) { fail("'${text}' is not ${syntax}") }
$a = @(END:foo)
text
| - END
#8=> 'text'
#draft=> error 1:45: Evaluation Error: Error while evaluating a Function Call, 'text' is not foo

# A plus is two underscores, a period is one.
function check_xslt__xml_syntax($text, $syntax) { notice("xslt__xml ${syntax}") }
$a = @(END:xslt+xml)
not even xml
END
$a
#8=> "not even xml\n"
#draft=> notice: xslt__xml xslt+xml
#draft=> "not even xml\n"

function check_vnd_a__b_syntax($text, $syntax) { notice("vnd_a__b ${syntax}") }
$a = @(END:vnd.a+b)
text
END
$a
#8=> error 2:20: Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
#draft=> notice: vnd_a__b vnd.a+b
#draft=> "text\n"

# The leftmost segments are dropped until there is a function.
function check_c_syntax($text, $syntax) { notice("c ${syntax}") }
$a = @(END:a+b+c)
text
END
$a
#8=> "text\n"
#draft=> notice: c a+b+c
#draft=> "text\n"

function check_c_syntax($text, $syntax) { notice("c ${syntax}") }
function check_b__c_syntax($text, $syntax) { notice("b__c ${syntax}") }
$a = @(END:a+b+c)
text
END
$a
#8=> "text\n"
#draft=> notice: b__c a+b+c
#draft=> "text\n"

# A function wins over the built-in checker.
function check_json_syntax($text, $syntax) { notice("json ${syntax}") }
$a = @(END:schema+json)
not json
END
$a
#8=> error 3:1: Invalid produced text having syntax: 'schema+json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at 'not json\n'"
#draft=> notice: json schema+json
#draft=> "not json\n"

# The result is ignored: only an error counts.
function check_foo_syntax($text, $syntax) { false }
$a = @(END:foo)
text
|- END
$a
#=> 'text'

# A heredoc in the body of a function.
function check_foo_syntax($text, $syntax) { notice("checked") }
function f() {
  @(END:foo)
    text
    |- END
}
[f(), f()]
#8=> ['text', 'text']
#draft=> notice: checked
#draft=> notice: checked
#draft=> ['text', 'text']
