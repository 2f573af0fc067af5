# The address of a host.
function web::url(String $host, Web::Port $port) >> String {
  "http://${host}:${port}/"
}
