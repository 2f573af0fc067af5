# Two kinds of nodes: web servers, and everything else.
node /^web\d+\.example\.com$/ {
  include web

  lookup('sites', Hash[String, Hash]).each |$name, $parameters| {
    web::vhost { $name:
      * => $parameters,
    }
  }
}

node default {
  notify { 'nothing to do': }
}
