type Quiet::Entry {
  # Kept.
  # In all
  # lines.
  attr level, enum[low, high]
  attr day, enum[mon, tue]
}

type Wrapper {}
