# The module of extensions, which the files of modules put theirs into.
module PuppetX
end
