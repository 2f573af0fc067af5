# forms: json annotations xmi
# Logic in its three forms: beside the model as XMI or JSON, or in it as annotations.
type Port {
  attr num, Integer { check => { $it > 0 and $it < 65536 } }
  attr proto, String { validate => { if !($proto in [tcp, udp]) { "no ${proto}" } } }
  attr note { check => |$n| { if $n =~ /\t/ { 'no tabs' } } }
  attr plain, String { check => $it != '' }
  attr hours, Integer { set => |$v| { $v * 3600 }, get => |$v| { $v / 3600 } }
  attr url, String { derived => || { "${proto}:${num}" } }
  has next, Port { check => { } }
  invariant "port ${num} needs a protocol" { $proto != undef }
  invariant 'numbers below 1024 are reserved' |$p| { $p[num] >= 1024 }
  invariant { true }
}
