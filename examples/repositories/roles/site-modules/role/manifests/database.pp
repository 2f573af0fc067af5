# A machine that holds databases.
class role::database {
  include profile::base
  include profile::database
}
