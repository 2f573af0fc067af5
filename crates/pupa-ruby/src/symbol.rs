//! Interned names: symbols, and the names of methods, variables and constants.
//!
//! One table serves the whole process, so that code and native method tables can be shared by all
//! machines. Names are never removed; a machine charges new ones to its memory limit.

use std::fmt;
use std::sync::{OnceLock, RwLock};

use rustc_hash::FxHashMap;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

struct Interner {
    numbers: FxHashMap<&'static str, u32>,
    names: Vec<&'static str>,
}

fn interner() -> &'static RwLock<Interner> {
    static INTERNER: OnceLock<RwLock<Interner>> = OnceLock::new();
    INTERNER.get_or_init(|| {
        let mut interner = Interner { numbers: FxHashMap::default(), names: Vec::new() };
        for &name in names::ALL {
            interner.numbers.insert(name, interner.names.len() as u32);
            interner.names.push(name);
        }
        RwLock::new(interner)
    })
}

impl Symbol {
    /// Interns a name and returns its symbol.
    pub fn new(name: &str) -> Symbol {
        if let Some(symbol) = Symbol::find(name) {
            return symbol;
        }
        let mut interner = interner().write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&number) = interner.numbers.get(name) {
            return Symbol(number);
        }
        let number = interner.names.len() as u32;
        let name: &'static str = Box::leak(name.into());
        interner.numbers.insert(name, number);
        interner.names.push(name);
        Symbol(number)
    }

    /// The symbol of a name, if the name was interned before.
    pub fn find(name: &str) -> Option<Symbol> {
        let interner = interner().read().unwrap_or_else(|poisoned| poisoned.into_inner());
        interner.numbers.get(name).map(|&number| Symbol(number))
    }

    /// The name.
    pub fn as_str(self) -> &'static str {
        let interner = interner().read().unwrap_or_else(|poisoned| poisoned.into_inner());
        interner.names.get(self.0 as usize).copied().unwrap_or_default()
    }

    /// The number of the symbol, which stays the same for the life of the process.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The symbol of an assignment method: `name` becomes `name=`.
    pub fn writer(self) -> Symbol {
        Symbol::new(&format!("{}=", self.as_str()))
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":{}", self.as_str())
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! symbols {
    ($($constant:ident = $name:literal,)*) => {
        /// The names that the interpreter itself uses, as constants.
        pub mod names {
            use super::Symbol;

            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($constant,)* }

            $(
                #[doc = concat!("`", $name, "`")]
                pub const $constant: Symbol = Symbol(Number::$constant as u32);
            )*

            pub(super) const ALL: &[&str] = &[$($name,)*];
        }
    };
}

symbols! {
    EMPTY = "",
    INITIALIZE = "initialize",
    INITIALIZE_COPY = "initialize_copy",
    METHOD_MISSING = "method_missing",
    RESPOND_TO_MISSING = "respond_to_missing?",
    RESPOND_TO = "respond_to?",
    CONST_MISSING = "const_missing",
    INHERITED = "inherited",
    INCLUDED = "included",
    EXTENDED = "extended",
    PREPENDED = "prepended",
    EXTEND_OBJECT = "extend_object",
    APPEND_FEATURES = "append_features",
    PREPEND_FEATURES = "prepend_features",
    METHOD_ADDED = "method_added",
    SINGLETON_METHOD_ADDED = "singleton_method_added",
    METHOD_REMOVED = "method_removed",
    METHOD_UNDEFINED = "method_undefined",
    NEW = "new",
    ALLOCATE = "allocate",
    CALL = "call",
    EACH = "each",
    EACH_PAIR = "each_pair",
    TO_S = "to_s",
    TO_STR = "to_str",
    TO_SYM = "to_sym",
    TO_A = "to_a",
    TO_ARY = "to_ary",
    TO_H = "to_h",
    TO_HASH = "to_hash",
    TO_I = "to_i",
    TO_INT = "to_int",
    TO_F = "to_f",
    TO_R = "to_r",
    TO_PROC = "to_proc",
    TO_PATH = "to_path",
    TO_ENUM = "to_enum",
    INSPECT = "inspect",
    HASH = "hash",
    EQL = "eql?",
    EQUAL = "equal?",
    COERCE = "coerce",
    SUCC = "succ",
    MESSAGE = "message",
    FULL_MESSAGE = "full_message",
    BACKTRACE = "backtrace",
    SET_BACKTRACE = "set_backtrace",
    EXCEPTION = "exception",
    DECONSTRUCT = "deconstruct",
    DECONSTRUCT_KEYS = "deconstruct_keys",
    KEY = "key?",
    BEGIN = "begin",
    END = "end",
    FIRST = "first",
    LAST = "last",
    SIZE = "size",
    LENGTH = "length",
    DUP = "dup",
    CLONE = "clone",
    FREEZE = "freeze",
    CLASS = "class",
    NAME = "name",
    LAMBDA = "lambda",
    PROC = "proc",
    RAISE = "raise",
    BLOCK_GIVEN = "block_given?",
    IS_A = "is_a?",
    NIL_P = "nil?",
    SEND = "send",
    REQUIRE = "require",
    PUTS = "puts",
    PRINT = "print",
    WRITE = "write",
    AREF = "[]",
    ASET = "[]=",
    PLUS = "+",
    MINUS = "-",
    TIMES = "*",
    DIVIDE = "/",
    MODULO = "%",
    POWER = "**",
    EQUALS = "==",
    NOT_EQUALS = "!=",
    LESS = "<",
    LESS_EQUAL = "<=",
    GREATER = ">",
    GREATER_EQUAL = ">=",
    COMPARE = "<=>",
    CASE_EQUALS = "===",
    MATCH = "=~",
    NOT_MATCH = "!~",
    NOT = "!",
    TILDE = "~",
    AND = "&",
    OR = "|",
    XOR = "^",
    SHIFT_LEFT = "<<",
    SHIFT_RIGHT = ">>",
    UNARY_PLUS = "+@",
    UNARY_MINUS = "-@",
    BACKTICK = "`",
    MIN = "min",
    MAX = "max",
    OBJECT_ID = "object_id",
    INSTANCE_VARIABLE_GET = "instance_variable_get",
    DEFAULT = "default",
    UNDEF = "undef",
    MEMBERS = "members",
    MATCH_P = "match?",
    FORMAT = "format",
    WITH_INDEX = "with_index",
    NEXT = "next",
    REWIND = "rewind",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_the_number_of_their_name() {
        assert_eq!(Symbol::new("each"), names::EACH);
        assert_eq!(names::AREF.as_str(), "[]");
        assert_eq!(Symbol::new("rewind"), names::REWIND);
    }

    #[test]
    fn a_name_is_interned_once() {
        assert_eq!(Symbol::new("some_name_of_a_test"), Symbol::new("some_name_of_a_test"));
        assert_eq!(Symbol::find("never interned by anybody"), None);
    }
}
