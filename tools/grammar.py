"""Random programs made from the grammar: unusual combinations of valid pieces, mostly valid."""

# Alternatives of each production, as sequences separated by blanks; words in capitals that have
# an entry are productions, `~` joins without a blank, everything else is literal.
PRODUCTIONS = {
    "PROGRAM": ["STATEMENT", "STATEMENT LINE STATEMENT", "STATEMENT LINE STATEMENT LINE STATEMENT", "STATEMENT ; STATEMENT"],
    "LINE": ["\n", "\n", "\n", " "],
    "STATEMENTS": ["", "STATEMENT", "STATEMENT LINE STATEMENT", "STATEMENT LINE STATEMENT LINE EXPRESSION"],
    "STATEMENT": [
        "$~NAME = EXPRESSION", "$~NAME = EXPRESSION", "$~NAME = $~NAME = EXPRESSION", "[ $a , $b ] = EXPRESSION",
        "RESOURCE", "RESOURCE", "RESOURCE -> RESOURCE", "REFERENCE EDGE RESOURCE EDGE REFERENCE", "COLLECTOR", "COLLECTOR EDGE COLLECTOR",
        "IF", "UNLESS", "CASE", "STATEMENTCALL", "STATEMENTCALL", "CALL", "METHOD", "DEFINITION", "DEFINITION", "EXPRESSION",
        "UPPER { ATTRIBUTES }", "REFERENCE { ATTRIBUTES }", "EXPRESSION { ATTRIBUTES }", "EXPRESSION { BODIES }",
    ],
    "EDGE": ["->", "~>", "<-", "<~"],
    "STATEMENTCALL": ["STATEMENTNAME EXPRESSION", "STATEMENTNAME EXPRESSION , EXPRESSION", "STATEMENTNAME", "NAME EXPRESSION", "STATEMENTNAME ARGUMENTS"],
    "STATEMENTNAME": ["notice", "include", "fail", "realize", "require", "contain", "tag", "warning", "return", "next", "break"],
    "DEFINITION": [
        "class QUALIFIED PARAMETERS { STATEMENTS }", "class QUALIFIED inherits QUALIFIED { STATEMENTS }", "define QUALIFIED PARAMETERS { STATEMENTS }",
        "node HOSTS { STATEMENTS }", "function QUALIFIED PARAMETERS { STATEMENTS }", "function QUALIFIED PARAMETERS >> TYPE { STATEMENTS }",
        "type UPPER = TYPE", "type UPPER = UPPER { ENTRIES }", "type UPPER = HASH", "class QUALIFIED { DEFINITION LINE STATEMENTS }",
    ],
    "HOSTS": ["default", "NAME", "STRING", "REGEXP", "NAME~.~NAME", "NAME , STRING , REGEXP", "NAME ,"],
    "PARAMETERS": ["", "( )", "( PARAMETER )", "( PARAMETER , PARAMETER )", "( PARAMETER , PARAMETER , )"],
    "PARAMETER": ["$~NAME", "$~NAME = EXPRESSION", "TYPE $~NAME", "TYPE $~NAME = EXPRESSION", "* $~NAME", "TYPE * $~NAME"],
    "TYPE": ["UPPER", "UPPER~[ EXPRESSION ]", "UPPER~[ TYPE , TYPE ]", "UPPER~[ HASH ]", "UPPER~[ STRING , NUMBER ]"],
    "RESOURCE": ["QUALIFIED { BODIES }", "QUALIFIED { BODIES }", "@ QUALIFIED { BODIES }", "@@ QUALIFIED { BODIES }", "class { BODIES }", "QUALIFIED { ATTRIBUTES }"],
    "BODIES": ["TITLE : ATTRIBUTES", "TITLE :", "TITLE : ATTRIBUTES ; TITLE : ATTRIBUTES", "TITLE : ATTRIBUTES , ; TITLE : ;", "default : ATTRIBUTES ; TITLE :"],
    "TITLE": ["STRING", "STRING", "$~NAME", "LIST", "DOUBLE", "EXPRESSION"],
    "ATTRIBUTES": ["ATTRIBUTE", "ATTRIBUTE , ATTRIBUTE", "ATTRIBUTE , ATTRIBUTE ,", "* => EXPRESSION", ""],
    "ATTRIBUTE": ["NAME => EXPRESSION", "NAME => EXPRESSION", "NAME +> EXPRESSION", "KEYWORD => EXPRESSION"],
    "KEYWORD": ["if", "class", "default", "type", "in", "and", "undef", "node", "function", "private", "attr", "unless", "plan", "apply"],
    "COLLECTOR": ["UPPER <| QUERY |>", "UPPER <| |>", "UPPER <<| QUERY |>>", "UPPER <<| |>> { ATTRIBUTES }", "UPPER <| QUERY |> { ATTRIBUTES }"],
    "QUERY": ["NAME == EXPRESSION", "NAME != SIMPLE", "QUERY and QUERY", "QUERY or QUERY", "( QUERY )", "EXPRESSION"],
    "IF": ["if EXPRESSION { STATEMENTS }", "if EXPRESSION { STATEMENTS } else { STATEMENTS }", "if EXPRESSION { STATEMENTS } elsif EXPRESSION { STATEMENTS } else { STATEMENTS }"],
    "UNLESS": ["unless EXPRESSION { STATEMENTS }", "unless EXPRESSION { STATEMENTS } else { STATEMENTS }"],
    "CASE": ["case EXPRESSION { OPTION }", "case EXPRESSION { OPTION OPTION default : { STATEMENTS } }"],
    "OPTION": ["EXPRESSION : { STATEMENTS }", "EXPRESSION , EXPRESSION : { STATEMENTS }", "* EXPRESSION : { STATEMENTS }"],
    "EXPRESSION": [
        "SIMPLE", "SIMPLE", "SIMPLE", "SIMPLE", "BINARY", "BINARY", "! EXPRESSION", "-~EXPRESSION", "- EXPRESSION", "* EXPRESSION", "( EXPRESSION )",
        "( $~NAME = EXPRESSION )", "LIST", "HASH", "ACCESS", "ACCESS", "CALL", "METHOD", "METHOD", "SELECTOR", "SELECTOR", "IF", "CASE", "UNLESS",
        "RESOURCE", "TYPE", "( RELATION )",
    ],
    "RELATION": ["REFERENCE EDGE REFERENCE"],
    "BINARY": ["EXPRESSION OPERATOR EXPRESSION", "EXPRESSION OPERATOR EXPRESSION OPERATOR EXPRESSION", "EXPRESSION~OPERATOR~EXPRESSION"],
    "OPERATOR": ["+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", ">", "<=", ">=", "=~", "!~", "in", "and", "or"],
    "SIMPLE": ["$~NAME", "$~NAME", "$~QUALIFIED", "$::~NAME", "NUMBER", "STRING", "DOUBLE", "QUALIFIED", "UPPER", "true", "undef", "default", "REGEXP", "NAME~-~NAME"],
    "REFERENCE": ["UPPER~[ STRING ]", "UPPER~[ STRING , $~NAME ]", "UPPER~[ EXPRESSION ]"],
    "ACCESS": ["EXPRESSION~[ EXPRESSION ]", "EXPRESSION~[ EXPRESSION , EXPRESSION , ]", "$~NAME~[ EXPRESSION ]", "$~NAME~[ NAME => EXPRESSION ]", "$~NAME [ EXPRESSION ]"],
    "LIST": ["[ ]", "[ EXPRESSION ]", "[ EXPRESSION , EXPRESSION , ]", "[ NAME => EXPRESSION , EXPRESSION ]", "[ type , EXPRESSION ]"],
    "HASH": ["{ }", "{ ENTRIES }", "{ ENTRIES , }"],
    "ENTRIES": ["NAME => EXPRESSION", "EXPRESSION => EXPRESSION , STRING => EXPRESSION", "default => EXPRESSION", "type => function"],
    "CALL": ["QUALIFIED~( ARGUMENTS )", "QUALIFIED~( ARGUMENTS ) LAMBDA", "UPPER~( ARGUMENTS )", "QUALIFIED~( )", "type~( EXPRESSION )", "QUALIFIED ( ARGUMENTS )"],
    "ARGUMENTS": ["EXPRESSION", "EXPRESSION , EXPRESSION", "NAME => EXPRESSION , EXPRESSION", "* EXPRESSION", "EXPRESSION ,"],
    "METHOD": ["EXPRESSION~.~NAME", "EXPRESSION~.~NAME~( )", "EXPRESSION~.~NAME~( EXPRESSION )", "EXPRESSION~.~NAME LAMBDA", "EXPRESSION~.~NAME~( EXPRESSION ) LAMBDA", "$~NAME \n .~NAME LAMBDA"],
    "LAMBDA": ["|~$~NAME~| { STATEMENTS }", "| PARAMETER , PARAMETER | { STATEMENTS }", "|| { STATEMENTS }", "| PARAMETER | >> TYPE { STATEMENTS }"],
    "SELECTOR": ["EXPRESSION ? { CHOICE }", "EXPRESSION ? { CHOICE , default => EXPRESSION , }", "EXPRESSION ? CHOICE"],
    "CHOICE": ["EXPRESSION => EXPRESSION"],
    "NAME": ["a", "b", "c1", "d_e", "x", "y", "title", "_z"],
    "QUALIFIED": ["a", "foo", "a::b", "::c::d", "file", "notify"],
    "UPPER": ["A", "File", "A::B", "::C", "Integer", "Optional"],
    "NUMBER": ["0", "1", "42", "0x1F", "017", "1.5", "2e3"],
    "STRING": ["'s'", "''", "'a b'", "'it\\'s'", "\"d\""],
    "DOUBLE": ['"~INTERPOLATION~"', '"a ~INTERPOLATION~ b~INTERPOLATION~"', '"$~NAME~"', '"${~EXPRESSION~}"'],
    "INTERPOLATION": ["${~NAME~}", "${~EXPRESSION~}", "${~NAME~[ EXPRESSION ]~}", "${~NAME~.~NAME~}", "$~QUALIFIED", "${~KEYWORD~}", "${~KEYWORD~[0]~}", "${~METHOD~}"],
    "REGEXP": ["/a/", "/b\\/c/", "/[a-z]+/"],
}

# The text of a production in a program that is deep enough.
LEAVES = {
    "EXPRESSION": "$x", "STATEMENT": "foo(1)", "STATEMENTS": "", "QUERY": "a == 1", "DEFINITION": "class a { }", "RESOURCE": "file { 'a': }",
    "TYPE": "A", "DOUBLE": "'d'", "METHOD": "$x.y", "CALL": "foo()", "IF": "1", "CASE": "2", "UNLESS": "3", "SELECTOR": "4", "ACCESS": "$a[1]",
    "LIST": "[]", "HASH": "{}", "BINARY": "1 + 2", "INTERPOLATION": "$x", "PARAMETERS": "", "LAMBDA": "|$a| { }", "ATTRIBUTES": "", "TITLE": "'t'",
}


def expand(rng, name, depth):
    if depth <= 0 and name in LEAVES:
        return LEAVES[name]
    text = ""
    for word in rng.choice(PRODUCTIONS[name]).split(" "):
        pieces = [expand(rng, piece, depth - 1) if piece in PRODUCTIONS else piece for piece in split(word)]
        text += blank(rng, text) + "".join(pieces)
    return text


def split(word):
    """The pieces of a word that are joined by `~`; the operators made of it stay whole."""
    return [word] if word in ("=~", "!~", "~>", "<~") else word.split("~")


def blank(rng, before):
    if not before or before.endswith("\n"):
        return ""
    return rng.choice((" ", " ", " ", " ", " ", "", "\n"))


def program(rng):
    """A random program."""
    return expand(rng, "PROGRAM", rng.randrange(2, 7)) + "\n"
