# Small programs with former differences from the reference, found by random edits and fuzzing.

#--- found-comma-in-parameter-type check
# Error: 14-15 [syntax-error] Syntax error at ']'
class g(E['',] $x) { }

#--- found-comma-in-lambda-parameter-type check
# Error: 10-11 [syntax-error] Syntax error at ']'
o() |A[g,] $x| { }

#--- found-comma-in-return-type check
# Error: 21-22 [syntax-error] Syntax error at ']'
function a() >> A[1,] { }

#--- found-empty-heredoc-checked check
@("END":json)
 # Error: 1-1 [illegal-json] Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "859: unexpected token at ''"
 |END

#--- found-mapping-keeps-hash parse
type F['']={a=>r}
#: expect
#| (type-mapping (access (qr "F") "") (hash (=> (qn "a") (qn "r"))))

#--- found-heredoc-interpolation-never-closed parse
# FIXME: the reference reads the variable $1 here.
#: text
#| @("D")\n${1\nD
#: expect
#| (heredoc {:text (concat (str 1))})

#--- found-heredoc-method-never-closed parse
#: text
#| @("A")\n${f.g||{}\nA
#: expect
#| (heredoc {:text (concat (str (call-method {:functor (. (var "f") (qn "g")) :args [] :block (lambda {})})))})

#--- found-heredoc-resource-never-closed check
# Compat: the reference names a line of the heredoc text, not of the file.
#: text
#| @("A")\n${""{}\nA
# Error: 2:3-2:5 [not-a-resource] Expression is not valid as a resource, resource-default, or resource-override

#--- found-template-string-never-closed check
#: epp
#| <%"${""%><
# Error: 1-1 [unclosed-quote] Unclosed quote after '' followed by '<eof>'

#--- found-template-interpolation-never-closed check
#: epp
#| <%="${ %>
# Error: 1-1 [unclosed-quote] Unclosed quote after '' followed by '<eof>'

#--- found-warning-at-error-token check
# Error: 3-7 [syntax-error] Syntax error at '\q'
# Warning: 7-7 [unrecognized-escape] Unrecognized escape sequence '\q'
# Help: 7-7 write `\\q` to keep the backslash
{1"\q"

#--- found-warning-behind-error-token check
# Error: 1-2 [syntax-error] Syntax error at '}'
# Help: 1-2 there is no bracket to close here
}"\q"

#--- found-warning-before-unclosed-quote check
#: text
#| "\\w$
# Error: 1:5-1:5 [unclosed-quote] Unclosed quote after '' followed by '<eof>'
# Warning: 1:5-1:5 [unrecognized-escape] Unrecognized escape sequence '\w'
# Help: 1:5-1:5 write `\\w` to keep the backslash

#--- found-warning-of-lookahead check
# FIXME: the reference warns about the escape in the token behind the comma.
# Error: 2-3 [illegal-argument-list] illegal comma separated argument list
s,"\q"

#--- found-warning-of-name check
# Error: 8-12 [quoted-name] A quoted string is not valid as a name here
# Help: 8-12 write the name without quotes
# Warning: 12-12 [unrecognized-escape] Unrecognized escape sequence '\q'
# Help: 12-12 write `\\q` to keep the backslash
define "\q"

#--- found-warning-in-whole-string check
# FIXME: the reference reads the whole string before it parses, and warns about `\e`.
# Error: 4-5 [syntax-error] Syntax error at ''
# Help: 4-5 this character has no meaning outside of strings: quote it
"${\}\e"

#--- found-wide-unknown-escape check
# Warning: 13-13 [unrecognized-escape] Unrecognized escape sequence '\é'
# Help: 13-13 write `\\é` to keep the backslash
# Warning: 13-13 [unrecognized-escape] Unrecognized escape sequence '\ܥ'
# Help: 13-13 write `\\ܥ` to keep the backslash
$x = "\é \ܥ"

#--- found-wide-unknown-escape-heredoc check
$x = @("A"/t)
\é
A

#--- found-resource-without-title-unfold check
# Error: 1-17 [resource-without-title] This expression is invalid. Did you try declaring a 'file' resource without a title?
# Help: 1-17 give it a title: `file { 'title': ... }`
# Error: 8-9 [unsupported-operator-in-context] The operator '* =>' in a Hash Expression is not supported.
file { * => $x }

#--- found-colons-only check
#: text
#| ::
# Error: 1:3-1:3 [illegal-fully-qualified-name] Illegal fully qualified name
# Help: 1:3-1:3 `::` must be followed by a name that begins with a letter
