# Find: lists all files below directories.
module Find
  def find(*paths, ignore_error: true)
    return to_enum(__method__, *paths, ignore_error: ignore_error) unless block_given?
    paths.each do |path|
      raise Errno::ENOENT, path.to_s unless File.exist?(path)
      pending = [path.dup]
      while (file = pending.shift)
        catch(:prune) do
          yield file.dup
          next unless File.directory?(file) && !File.symlink?(file)
          children = begin
            Dir.children(file)
          rescue SystemCallError
            raise unless ignore_error
            next
          end
          children.sort.reverse_each { |name| pending.unshift(File.join(file, name)) }
        end
      end
    end
    nil
  end

  def prune
    throw :prune
  end
  module_function :find, :prune
end
