# Puppet.features: the features of the compiling machine, a POSIX system without optional libraries.
class Puppet::Util::Feature
  KNOWN = {
    posix: true, syslog: true, root: false, manages_symlinks: true, cfacter: false, uid: true,
    microsoft_windows: false, augeas: false, selinux: false, ldap: false, ssh: false, telnet: false,
    hiera: true, zlib: true, pson: false, msgpack: false, hocon: false, libuser: false, bolt: false,
    rails: false, rrd: false, eventlog: false
  }.freeze
  private_constant :KNOWN

  def initialize(_path = nil)
    @features = KNOWN.dup
  end

  def add(name, options = {}, &block)
    @features[name.to_sym] = block || Array(options[:libs]).flatten
  end

  def load; end

  def method_missing(name, *arguments)
    return super unless name.end_with?('?')

    value = @features[name.to_s.chomp('?').to_sym]
    case value
    when Proc then !!value.call
    when Array then value.all? { |library| loads?(library) }
    else value == true
    end
  end

  def respond_to_missing?(name, include_private = false)
    name.end_with?('?') || super
  end

  private

  def loads?(library)
    require library
    true
  rescue LoadError
    false
  end
end
