# Every setting that is part of the type model. Those with Ecore's default leave no trace.
type Settings {
  attr a_integer, Integer
  attr a_float, Float
  attr a_string, String
  attr a_boolean, Boolean
  attr required, String { min => 1 }
  attr list, String { max => unbound }
  attr at_least_two, String { min => 2 }
  attr two_to_five, Integer { min => 2, max => 5 }
  attr unsettable, String { unsettable => true }
  attr transient, String { transient => true }
  attr fixed, String { setable => false, default => 'x' }
  attr computed, String { derived => || { 'x' } }
  attr computed_and_settable, String {
    derived => || { $list[0] },
    setable => true,
    set     => |$v| { $list = [$v] },
  }
  attr plain, String {
    min => 0, max => 1, unsettable => false, transient => false, setable => true,
  }
  has part, Settings
  has parts, Settings { min => 1, max => unbound, unsettable => true }
  has other, Settings { containment => false, transient => true }
  has first, Settings { containment => false, derived => || { $parts[0] } }
}
