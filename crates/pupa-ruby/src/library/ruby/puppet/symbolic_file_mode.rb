# Puppet::Util::SymbolicFileMode: converts file modes between text and numbers.
module Puppet::Util::SymbolicFileMode
  ExecBit = StickyBit = 1
  WriteBit = SetGIDBit = 2
  ReadBit = SetUIDBit = 4
  SymbolicMode = { 'x' => ExecBit, 'w' => WriteBit, 'r' => ReadBit }
  SymbolicSpecialToBit = {
    't' => %w[u g o].to_h { |who| [who, StickyBit] },
    's' => { 'u' => SetUIDBit, 'g' => SetGIDBit, 'o' => StickyBit }
  }

  def valid_symbolic_mode?(value)
    change = /[ugoa]*[-=+][-=+rstwxXugo]*/
    /^0?[0-7]{1,4}$|^#{change}(,#{change})*$/.match?(normalize_symbolic_mode(value).to_s)
  end

  def display_mode(value)
    /^0?[0-7]{1,4}$/.match?(value) ? value.rjust(4, '0') : value
  end

  def normalize_symbolic_mode(value)
    case value
    when Numeric then value.to_s(8)
    when /^0?[0-7]{1,4}$/ then value.to_i(8).to_s(8)
    else value
    end
  end

  def symbolic_mode_to_int(modification, to_mode = 0, is_a_directory = false)
    case modification
    when nil, '' then raise Puppet::Error, 'An empty mode string is illegal'
    when /^[0-7]+$/ then return modification.to_i(8)
    when /^\d+$/ then raise Puppet::Error, 'Numeric modes must be in octal, not decimal!'
    end
    raise "non-numeric current mode (#{to_mode.inspect})" unless to_mode.is_a?(Numeric)

    bits = { 's' => to_mode >> 9 & 7, 'u' => to_mode >> 6 & 7, 'g' => to_mode >> 3 & 7, 'o' => to_mode & 7 }
    has_exec = is_a_directory || to_mode & 0o111 != 0
    modification.split(/\s*,\s*/).each do |part|
      change_mode(part, bits, has_exec)
    rescue Puppet::Error => e
      place = part == modification ? '' : " at #{part.inspect}"
      raise Puppet::Error, "#{e}#{place} in symbolic mode #{modification.inspect}", e.backtrace
    end
    bits['s'] << 9 | bits['u'] << 6 | bits['g'] << 3 | bits['o']
  end

  private

  # Applies one part, such as `u+rwX`.
  def change_mode(part, bits, has_exec)
    found = /^([ugoa]*)([-+=].*)$/.match(part)
    raise Puppet::Error, 'Missing action' unless found

    before = bits.dup
    who = found[1].empty? ? 'a' : found[1]
    who.gsub('a', 'ugo').chars.uniq.each do |one|
      value = before[one]
      operation = nil
      apply = ->(old, bit) { operation == '-' ? old & ~bit : old | bit }
      found[2].each_char do |letter|
        case letter
        when '-', '+', '='
          operation = letter
          value = 0 if letter == '='
        when 'u', 'g', 'o' then value = apply.(value, before[letter])
        when 'r', 'w', 'x' then value = apply.(value, SymbolicMode[letter])
        when 'X'
          raise Puppet::Error, "X only works with the '+' operator" if operation != '+'

          value = apply.(value, ExecBit) if has_exec
        when 's', 't' then bits['s'] = apply.(bits['s'], SymbolicSpecialToBit[letter][one])
        else raise Puppet::Error, 'Unknown operation'
        end
      end
      bits[one] = value
    end
  end
end
