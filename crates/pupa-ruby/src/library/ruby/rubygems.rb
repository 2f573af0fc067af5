# Gem::Version, Gem::Requirement and others: versions and requirements of gems.
module Gem
  VERSION = '3.3.5'

  class LoadError < ::LoadError; end
  class MissingSpecError < Gem::LoadError; end

  def self.ruby_version
    Version.new(RUBY_VERSION)
  end

  def self.loaded_specs
    {}
  end

  def self.win_platform?
    false
  end

  class Version
    include Comparable

    VERSION_PATTERN = '[0-9]+(?>\.[0-9a-zA-Z]+)*(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?'
    ANCHORED_VERSION_PATTERN = /\A\s*(#{VERSION_PATTERN})?\s*\z/

    def self.correct?(version)
      version.nil? ? false : ANCHORED_VERSION_PATTERN.match?(version.to_s)
    end

    def self.create(input)
      if input.is_a?(Version)
        input
      elsif input.nil?
        nil
      else
        new(input)
      end
    end

    def self.new(version)
      super
    end

    def initialize(version)
      unless version.nil? || self.class.correct?(version)
        raise ArgumentError, "Malformed version number string #{version}"
      end
      text = version.to_s
      text = '0' if text =~ /\A\s*\z/
      @version = text.strip.gsub('-', '.pre.')
    end

    def version
      @version.dup
    end
    alias to_s version

    def inspect
      "#<#{self.class} #{version.inspect}>"
    end

    def hash
      canonical_segments.hash
    end

    def eql?(other)
      other.is_a?(Version) && @version == other.version
    end

    def segments
      _segments.dup
    end

    def prerelease?
      @version.match?(/[a-zA-Z]/)
    end

    def release
      return self unless prerelease?
      parts = segments
      parts.pop while parts.any? { |part| part.is_a?(String) }
      self.class.new(parts.join('.'))
    end

    def bump
      parts = segments
      parts.pop while parts.any? { |part| part.is_a?(String) }
      parts.pop if parts.size > 1
      parts[-1] = parts[-1].succ
      self.class.new(parts.join('.'))
    end

    def approximate_recommendation
      parts = segments
      parts.pop while parts.any? { |part| part.is_a?(String) }
      parts.pop while parts.size > 2
      parts.push(0) while parts.size < 2
      text = "~> #{parts.join('.')}"
      text += '.a' if prerelease?
      text
    end

    def canonical_segments
      _split.flat_map do |parts|
        parts.reverse.drop_while { |part| part == 0 }.reverse
      end
    end

    def <=>(other)
      return self <=> self.class.new(other) if other.is_a?(String) && self.class.correct?(other)
      return nil unless other.is_a?(Version)
      return 0 if @version == other.version
      left = canonical_segments
      right = other.canonical_segments
      return 0 if left == right
      size = [left.size, right.size].max
      size.times do |index|
        a = left[index] || 0
        b = right[index] || 0
        next if a == b
        return -1 if a.is_a?(String) && b.is_a?(Integer)
        return 1 if a.is_a?(Integer) && b.is_a?(String)
        return a <=> b
      end
      0
    end

    protected

    def _segments
      @segments ||= @version.scan(/[0-9]+|[a-z]+/i).map { |part| part =~ /\A\d+\z/ ? part.to_i : part }
    end

    def _split
      index = _segments.index { |part| part.is_a?(String) } || _segments.size
      [_segments[0...index], _segments[index..]]
    end
  end

  class Requirement
    class BadRequirementError < ArgumentError; end

    OPS = {
      '=' => ->(version, wanted) { version == wanted },
      '!=' => ->(version, wanted) { version != wanted },
      '>' => ->(version, wanted) { version > wanted },
      '<' => ->(version, wanted) { version < wanted },
      '>=' => ->(version, wanted) { version >= wanted },
      '<=' => ->(version, wanted) { version <= wanted },
      '~>' => ->(version, wanted) { version >= wanted && version.release < wanted.bump }
    }.freeze

    PATTERN = /\A\s*(#{OPS.keys.map { |op| Regexp.quote(op) }.join('|')})?\s*(#{Version::VERSION_PATTERN})\s*\z/

    attr_reader :requirements

    def self.create(*inputs)
      return new(inputs) if inputs.length > 1
      input = inputs.shift
      case input
      when Requirement then input
      when Version, Array then new(input)
      when '!' then nil
      else
        input.respond_to?(:to_str) ? new([input.to_str]) : default
      end
    end

    def self.default
      new('>= 0')
    end

    def self.parse(object)
      return ['=', object] if object.is_a?(Version)
      unless PATTERN =~ object.to_s
        raise BadRequirementError, "Illformed requirement [#{object.inspect}]"
      end
      [$1 || '=', Version.new($2)]
    end

    def initialize(*requirements)
      requirements = requirements.flatten.compact.uniq
      requirements = ['>= 0'] if requirements.empty?
      @requirements = requirements.map { |one| self.class.parse(one) }
    end

    def satisfied_by?(version)
      raise ArgumentError, "Need a Gem::Version: #{version.inspect}" unless version.is_a?(Version)
      @requirements.all? { |op, wanted| OPS.fetch(op).call(version, wanted) }
    end
    alias === satisfied_by?
    alias =~ satisfied_by?

    def none?
      @requirements.size == 1 && @requirements[0] == ['>=', Version.new('0')]
    end

    def exact?
      @requirements.size == 1 && @requirements[0][0] == '='
    end

    def prerelease?
      @requirements.any? { |_, wanted| wanted.prerelease? }
    end

    def specific?
      @requirements.none? { |op, _| %w[> >=].include?(op) }
    end

    def as_list
      @requirements.map { |op, wanted| "#{op} #{wanted}" }
    end

    def to_s
      as_list.join(', ')
    end

    def ==(other)
      other.is_a?(Requirement) && as_list.sort == other.as_list.sort
    end

    def hash
      as_list.sort.hash
    end

    def inspect
      "Gem::Requirement.new(#{as_list.map(&:inspect).join(', ')})"
    end
  end

  class Dependency
    attr_accessor :name, :requirement, :type

    def initialize(name, *requirements)
      type = requirements.last.is_a?(Symbol) ? requirements.pop : :runtime
      @name = name
      @requirement = Requirement.create(requirements)
      @type = type
    end

    def match?(name, version = nil, _prerelease = false)
      return false unless @name === name
      version.nil? || @requirement.satisfied_by?(Version.new(version))
    end
    alias === match?

    def ==(other)
      other.is_a?(Dependency) && name == other.name && type == other.type && requirement == other.requirement
    end

    def to_s
      "#{name} (#{requirement})"
    end
  end
end
