# Racc::Parser: the superclass of generated parsers.
module Racc
  class ParseError < StandardError; end

  class Parser
    Racc_Runtime_Version = '1.6.0'

    def do_parse
      raise NotImplementedError, 'Racc::Parser#do_parse is not supported by Pupa'
    end

    def yyparse(*)
      do_parse
    end

    def on_error(token, value, _stack)
      raise ParseError, "\nparse error on value #{value.inspect} (#{token})"
    end

    def yyerror; end

    def yyaccept; end

    def yyerrok; end
  end
end

ParseError = Racc::ParseError unless defined?(ParseError)
