# A name or an address without spaces.
type Chrony::Host = Pattern[/\A\S+\z/]
