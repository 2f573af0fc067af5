# Heredocs in all their forms.
$plain = @(END)
  Nothing ${here} is read \n as more than text.
  END

$full = @("END"/L)
  | A margin, ${a}, $b and a long \
    line for ${c['d'][1]}.
  | END

$trimmed = @("EOT":json/tn$)
  {\t"name": "\$x", "value": "${value}"}\n
  |- EOT

$two = [@(A), @("B"/)]
  first
  | A
  second ${two} \u{263a}\s
  | B

notify { 'message':
  message => @("A tag with blanks").strip(),
    text with ${ $x.map |$y| { "<${y}>" } }
    | A tag with blanks
}

exec { 'script':
  command  => @(BASH:bash/L),
    set -e; \
    echo 'done'
    | -BASH
  provider => shell,
}
