# Lists the constants and methods of Ruby itself and its libraries that Ruby code of modules may use,
# so that a missing one is reported as missing and not as a mistake.
#
#   ruby --disable=did_you_mean,error_highlight tools/ruby_api.rb > crates/pupa-ruby/src/core/ruby_names.txt
#
# One line per class: its name, then methods of instances with `#`, those of the class with `.`.
%w[
  abbrev base64 benchmark bigdecimal bigdecimal/util cgi coverage csv date delegate digest digest/bubblebabble drb
  English erb etc fcntl fiddle fileutils find forwardable getoptlong io/console io/wait ipaddr json logger
  matrix monitor net/http net/protocol nkf objspace observer open-uri open3 openssl optparse ostruct
  pathname pp prettyprint prime pstore psych rbconfig readline resolv rinda/tuplespace ripper securerandom
  set shellwords singleton socket stringio strscan syslog tempfile time timeout tmpdir tsort uri
  weakref yaml zlib
].each do |library|
  require library
rescue LoadError
  next
end

SKIPPED = /\A(DidYouMean|ErrorHighlight|RubyVM|Gem|Bundler|DRb|Rinda|Ripper|Fiddle|Reline|Readline|
  OpenSSL::(ASN1|Engine|OCSP|SSL|Netscape|Timestamp)|Psych::(Nodes|Visitors|Handlers|TreeBuilder|Parser)|
  Net::|Resolv::DNS::|URI::(RFC|Escape)|IRB|Monitor::|Errno|Etc::Constants|Socket::Constants|CSV::Parser)/x

def methods_of(mod)
  own = mod.instance_methods(false).map { |name| "##{name}" }
  private_own = mod == Kernel ? mod.private_instance_methods(false).map { |name| "##{name}" } : []
  (own + private_own + mod.singleton_methods(false).map { |name| ".#{name}" }).grep_v(/[#.]_/).uniq.sort
end

named = ObjectSpace.each_object(Module).select { |mod| mod.name && !mod.name.start_with?('#') }
named.uniq(&:name).sort_by(&:name).each do |mod|
  next if mod.name.match?(SKIPPED)
  next if mod.singleton_class?

  puts [mod.name, *methods_of(mod)].join(' ')
end
