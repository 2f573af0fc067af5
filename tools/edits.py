"""Random edits of programs: of characters, tokens and lines."""
import re

TOKENS = """
    ( ) [ ] { } <| |> <<| |>> = += -= == != =~ !~ > >= < <= => +> << >> + - * / % ! . | @ @@ : ; , ? ~ -> ~> <- <~
    and or in if elsif else unless case default define class node inherits function type undef true false private
    attr plan apply application consumes produces site import not
    $x $_y ${z} $::a::b $0 $1 $a::B $A "a${b}c" "${" "$" "\\q" "a\\u{41}b" "${if}" "${x[1]}" "${x.y}" 'it''s' '\\'' ' "
    ` # /* */ \\ & ^ é ☃ @(END) @("X"/L) @(A:json) /re/ /a\\/b/ /
    foo Foo foo::bar ::foo Foo::Bar ::Foo foo-bar foo::Bar Foo::bar _x foo_bar Foo-bar a1 1a
    0 1 42 0x1F 0xG 017 09 1.5 1. .5 1e3 1e 1.e5 0.5e-2 12345678901234567890
    notice include realize fail file File File['x'] { a=>1 } [1,2] |$a| {} |*$r| || () "" ''
    <%= <% %> -%> <%- <%# <%% %%>
""".split() + [" ", "\n", "\t", "\r\n", "\\", "- ", " -", " [", "( ", "} else {", ", ,", "=> ,", "@ {", "\ufeff", "\u00a0"]

SPLIT = re.compile(
    r"""'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | \#[^\n]* | [A-Za-z0-9_:$]+ | \s+ | [<|>=+~@!*-]+ | .""",
    re.X | re.S,
)


def edit_characters(rng, text):
    at = rng.randrange(len(text) + 1)
    length = rng.choice((1, 1, 1, 2, 3, 8))
    action = rng.randrange(4)
    if action == 0:
        return text[:at] + text[at + length:]
    insert = rng.choice("(){}[]|<>=+-*/%!.,:;?@#$&^~`'\"\\ \n\tabzAZ019_é")
    if action == 1:
        return text[:at] + insert + text[at:]
    if action == 2:
        return text[:at] + insert + text[at + 1:]
    return text[:at] + text[at + 1:at + 2] + text[at:at + 1] + text[at + 2:]


def edit_pieces(rng, pieces, insertions):
    at = rng.randrange(len(pieces) + 1)
    action = rng.randrange(6)
    if action == 0:
        del pieces[at:at + rng.choice((1, 1, 2, 4))]
    elif action in (1, 2) and insertions:
        pieces.insert(at, rng.choice(insertions))
    elif action == 3 and insertions:
        pieces[at:at + 1] = [rng.choice(insertions)]
    elif action == 4:
        pieces.insert(at, rng.choice(pieces))
    else:
        other = rng.randrange(len(pieces))
        at = min(at, len(pieces) - 1)
        pieces[at], pieces[other] = pieces[other], pieces[at]
    return "".join(pieces)


def edit_once(rng, text):
    if not text:
        return rng.choice(TOKENS)
    way = rng.random()
    if way < 0.25:
        return edit_characters(rng, text)
    if way < 0.80:
        return edit_pieces(rng, SPLIT.findall(text), TOKENS)
    if way < 0.87:
        return edit_pieces(rng, text.splitlines(keepends=True), [])
    if way < 0.94:
        pieces = SPLIT.findall(text)
        tail = [rng.choice((" ", "")) + rng.choice(TOKENS) for _ in range(rng.randrange(1, 6))]
        return "".join(pieces[:rng.randrange(len(pieces))] + tail)
    return text[:rng.randrange(len(text))]


def edited(rng, text):
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        text = edit_once(rng, text)
    return text
