# Prints the characters of every property that Ruby's regular expressions know, one property per line:
# the name, a tab, and ranges of code points in hexadecimal.
#
#     ruby tools/regexp_properties.rb > properties.txt
#     PUPA_PROPERTIES=properties.txt PUPA_UPDATE=1 cargo test -p pupa-regexp tables_equal_ruby
#
# The second command compares the sets with those of the library that pupa-regexp uses, and writes the
# differences to crates/pupa-regexp/src/meaning/property_tables.rs; without PUPA_UPDATE it only compares.
# The names come from crates/pupa-regexp/src/syntax/property_names.rs. Run it with Ruby 3.1.

abort "Ruby 3.1 is needed, this is #{RUBY_VERSION}" unless RUBY_VERSION.start_with?("3.1.")

source = File.read(File.join(__dir__, "../crates/pupa-regexp/src/syntax/property_names.rs"))
table = source[/static PROPERTIES.*?^\];/m] or abort "the table of names was not found"
names = table.scan(/"([^"]+)"/).flatten

scalars = [*0..0xd7ff, *0xe000..0x10ffff].pack("U*")
names.each do |name|
  ranges = []
  scalars.scan(/\p{#{name}}+/m) { |run| ranges << format("%x-%x", run[0].ord, run[-1].ord) }
  puts "#{name}\t#{ranges.join(" ")}"
end
