# What has a value only where there is a catalog. The editions differ here: a resource expression
# gives a reference or an array of them, a collector gives undef in edition draft, and so does
# `include`.

#--- catalog-expressions evaluate reference=differs
notify { 'a': }
#=> error 1:1: Evaluation Error: A Resource Statement needs a catalog, which is not available here

Notify <| |>
#=> error 1:1: Evaluation Error: A Virtual Query needs a catalog, which is not available here

Notify['a'] -> Notify['b']
#=> error 1:13: Evaluation Error: A '->' expression needs a catalog, which is not available here

class c { }
#=> undef

define d { }
#=> undef
