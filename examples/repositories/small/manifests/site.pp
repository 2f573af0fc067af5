# Every machine has a message of the day and the right time.
node default {
  include motd
  include chrony
}
