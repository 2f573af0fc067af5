# PuppetX: the module in which modules define their extensions.
module PuppetX
end
