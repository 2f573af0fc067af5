# The message that users see when they log in.
#
# @param text the message
# @param contact the address for questions
class motd (
  String[1] $text,
  Optional[String[1]] $contact = undef,
) {
  file { '/etc/motd':
    ensure  => file,
    mode    => '0644',
    content => epp('motd/motd.epp', { 'text' => $text, 'contact' => $contact }),
  }
}
