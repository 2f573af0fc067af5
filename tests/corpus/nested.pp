class outer {
  class inner {
    class innermost($x = { a => [1, { b => $y }] }) {
      if $x {
        unless $y {
          case $z {
            'a', 'b': {
              $list.each |$item| {
                $item.each |$k, $v| {
                  file { "/tmp/${k}":
                    content => $v ? {
                      String  => $v,
                      default => inline_epp('<%= $v %>', { 'v' => $v }),
                    },
                  }
                }
              }
            }
            default: { }
          }
        }
      }
    }
  }
  define helper($a, $b = $a) { notify { "${title} ${a}": } }
}
