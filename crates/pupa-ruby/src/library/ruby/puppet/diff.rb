# Puppet::Util::Diff: differences between strings, which agents show. The methods run a command and
# write files, so they fail here. The module exists because types include it.
module Puppet::Util::Diff
  def diff(_old, _new)
    raise NotImplementedError, 'Puppet::Util::Diff.diff is not supported by Pupa'
  end
  module_function :diff

  def lcs_diff(_data_old, _data_new, _format = :unified, _context_lines = 3)
    raise NotImplementedError, 'Puppet::Util::Diff.lcs_diff is not supported by Pupa'
  end
  module_function :lcs_diff

  def string_file_diff(_path, _string)
    raise NotImplementedError, 'Puppet::Util::Diff.string_file_diff is not supported by Pupa'
  end
  module_function :string_file_diff
end
