# The methods of a Puppetfile. They collect what it says in a hash.

PUPA_PUPPETFILE = { 'modules' => [] }

def forge(url = nil)
  PUPA_PUPPETFILE['forge'] = url.to_s if url
end

def moduledir(directory)
  PUPA_PUPPETFILE['moduledir'] = directory.to_s
end

def mod(name, *arguments)
  raise ArgumentError, 'the name of a module is a string' unless name.is_a?(String)

  options = {}
  version = nil
  arguments.each do |argument|
    if argument.is_a?(Hash)
      argument.each { |key, value| options[key.to_s] = value }
    else
      version = argument
    end
  end
  place = caller(1, 1)
  line = place && place.first ? place.first[/:(\d+)/, 1].to_i : 0
  found = { 'name' => name, 'line' => line }
  found['install_path'] = options['install_path'].to_s if options['install_path']
  type = options['type'].to_s
  if options['local'] || version == :local || type == 'local'
    found['kind'] = 'local'
  elsif options['git'] || type == 'git'
    found['kind'] = 'git'
    found['value'] = (options['git'] || options['source']).to_s
    keys = %w[ref commit tag branch version default_branch]
    revision = keys.map { |key| options[key] }.compact.first
    found['revision'] = revision.to_s if revision && revision != :control_branch
  elsif type == 'tarball'
    found['kind'] = 'archive'
    found['value'] = options['source'].to_s
    found['checksum'] = options['version'].to_s if options['version']
  elsif options['svn'] || type == 'svn'
    found['kind'] = 'svn'
  else
    version ||= options['version']
    found['kind'] = 'forge'
    found['value'] = version.to_s if version && version.to_s != 'latest'
  end
  PUPA_PUPPETFILE['modules'] << found
end
