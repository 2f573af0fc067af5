# Puppet::Util::Platform: the operating system of the compiler.
module Puppet::Util::Platform
  FIPS_STATUS_FILE = '/proc/sys/crypto/fips_enabled'

  def self.jruby?
    RUBY_PLATFORM == 'java'
  end

  module_function

  def windows?
    !!File::ALT_SEPARATOR
  end

  def solaris?
    RUBY_PLATFORM.include?('solaris')
  end

  def default_paths
    windows? ? [] : %w[/usr/sbin /sbin]
  end

  def fips_enabled?
    false
  end

  def jruby_fips?
    false
  end
end
