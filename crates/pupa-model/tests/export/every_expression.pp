# forms: xmi
# Every kind of expression that type logic may use.
type Every {
  attr text, String
  attr numbers, Integer { max => unbound }
  has friend, Every { containment => false }

  invariant "text ${text} of ${numbers[0]}" {
    $literals = [undef, default, true, 10, 0x1F, 017, 9223372036854775807, 1.5, 'text', word]
    $hash = { a => 1, 'b' => [2, *$numbers] }
    $regexp = $text =~ /a\/b/
    $heredoc = @("END":json/L)
      { "a": "${text}" }
      | END
    $plain = @(END)
      no syntax
      | END
    $arithmetic = -(1 + 2 - 3 * 4 / 5 % 6 << 1 >> 2)
    $compared = 1 == 2 or 1 != 2 and 1 < 2 or 1 <= 2 and 1 > 2 or !(1 >= 2)
    $matched = $text !~ Pattern[/x/] and 'a' in $text
    $selected = $text ? { 'a' => 1, default => 2 }
    $called = $numbers.map |Integer $i, *$rest| >> Integer { $i }
    $with_default = $numbers.reduce(0) |$memo, $n = 1| { $memo + $n }
    $made = Integer('5')
    $object = new(Every, text => 'x', numbers => 1)
    $read = $friend.text
    $name = $friend.size()
    $chosen = if $regexp { 1 } elsif $matched { 2 } else { }
    $unless = unless $compared { 'a' } else { 'b' }
    $case = case $text {
      'a', /b/: { 1 }
      String: { }
      default: { $meta[name] }
    }
    each($numbers) |$n| { }
  }
}
