# Whatever has a name in the fleet.
type Fleet::Named {
  abstract

  attr name, String {
    min   => 1,
    check => { if $it !~ /\A[a-z][a-z0-9-]*\z/ { "'${it}' is no name: a letter, then letters, digits and dashes" } },
  }
}
