# The setting `strict`.

#--- strict-error evaluate
'1' + 1
#8=> error 1:1: Evaluation Error: The string '1' was automatically coerced to the numerical value 1
#draft=> 2

{a => 1, a => 2}
#=> error 1:12: The key 'a' is declared more than once

#--- strict-warning evaluate strict=warning
'1' + 1
#8=> warning: The string '1' was automatically coerced to the numerical value 1
#8=> 2
#draft=> 2

{a => 1, a => 2}
#=> warning: The key 'a' is declared more than once
#=> {'a' => 2}

#--- strict-off evaluate strict=off
'1' + 1
#=> 2

{a => 1, a => 2}
#=> {'a' => 2}
