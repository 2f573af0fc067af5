# Permissions of files, as Puppet reads them.
require 'puppet/util/symbolic_file_mode'
include Puppet::Util::SymbolicFileMode

['u+rwX,g+rX,o-rwx', 'a=r', 'g=u,o=', '+t', 'u+s', '7', 'x', '9', 'u+q', 'u=X', '0644', 'a-g', 'ug+x,q'].each do |mode|
  [0, 0o644, 0o4751].each do |before|
    [true, false].each do |is_directory|
      p [mode, before, symbolic_mode_to_int(mode, before, is_directory).to_s(8)]
    rescue Puppet::Error => e
      puts e.message
    end
  end
  p valid_symbolic_mode?(mode), normalize_symbolic_mode(mode), display_mode(mode)
end
