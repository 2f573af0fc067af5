node default {
  include profile::ssh
}
