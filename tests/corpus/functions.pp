# Functions, lambdas and types.
function util::port_of(String[1] $url, Integer $fallback = 80, Any *$rest) >> Integer[0, 65535] {
  case $url {
    /:(\d+)\/?$/: { Integer($1) }
    /^https:/, /^wss:/: { 443 }
    default: { $fallback }
  }
}


type Util::Port = Integer[1, 65535]
type Util::Endpoint = Struct[{
  host            => String[1],
  Optional[port]  => Variant[Util::Port, Pattern[/\A\d+\z/]],
  'scheme'        => Enum['http', 'https'],
}]
type Util::Tree = Variant[Hash[String, Util::Tree], Scalar]

$sum = [1, 2, 3].reduce(0) |Integer $memo, $n| >> Integer { $memo + $n * 2 }
$sorted = $hash.filter |$k, $v| { $v =~ NotUndef and $k !~ /^_/ }.map |$pair| { $pair[0] }
$nested = [[1, 2], [3]].map |$list| { $list.map |$x| { $x * 2 } }
with(1, 2) |*$all| { notice(*$all) }
$value = lookup('app::key', Hash, 'deep', {}) |$key| { undef }
Integer.new('0x1F', 16)
