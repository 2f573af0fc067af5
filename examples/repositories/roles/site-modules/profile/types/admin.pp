# An administrator, as in data.
type Profile::Admin = Struct[{
  uid              => Integer[1000],
  Optional[keys]   => Array[String[1]],
  Optional[ensure] => Enum['present', 'absent'],
}]
