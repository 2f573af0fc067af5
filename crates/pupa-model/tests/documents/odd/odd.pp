# <script>alert("&")</script> ``` | # Not a heading
# </title> *stars* _lines_
type Odd::Markup {
  # `code` with | and <b>
  attr text, String { default => '<&"\'|`>' }
  attr words, enum['a|b', '<x>', '"', "it's", '`', 'a;b{c}(d)~#'] { default => '<x>' }
  attr long, enum[aaaaaaaaaa, bbbbbbbbbb, cccccccccc, dddddddddd, eeeeeeeeee, ffffffffff]
  attr lines, String { default => "one\ntwo" }
  # The title has quotes and backticks.
  invariant "a \"title\" with `ticks` | and <tags>" { "```\n<${text}>" != '' }
}
type Odd::Itself {
  has itself, Odd::Itself
  has others, Odd::Itself { max => unbound, containment => false }
  has markup, Odd::Markup { min => 2 }
}
