# A number of bytes as PostgreSQL writes it: 2048MB.
Puppet::Functions.create_function(:'profile::human_size') do
  dispatch :human_size do
    param 'Numeric', :bytes
    return_type 'String[1]'
  end

  def human_size(bytes)
    format('%dMB', bytes / 1024**2)
  end
end
