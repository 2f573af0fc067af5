# The account of an administrator, as in data.
type Profile::Account = Struct[{
  uid              => Integer[1000],
  Optional[keys]   => Array[String[1]],
  Optional[ensure] => Enum['present', 'absent'],
}]
