# Enumerations are classifiers of their own, named after type and feature.
type Disk {
  attr device, String { min => 1 }
  attr label
  attr fs, enum[ext4, xfs] { default => ext4 }
  attr modes, Enum[ro, 'rw,sync', '4k', 'a-b', a_b] { max => 3, default => 'rw,sync' }
}

# A type whose name is that of an enumeration keeps it; the enumeration gets a number.
type DiskFs {
  attr fs, enum[on, off]
}
