//! Global variables, including special ones such as `$!` and `$stdout`.

use super::{Flow, Jump, Machine};
use crate::core::class;
use crate::symbol::{Symbol, names};
use crate::value::{ArrayId, Value};

/// The names of the special variables, as `global_variables` returns them.
pub(crate) const SPECIAL: &[&str] = &[
    "$&",
    "$`",
    "$'",
    "$+",
    "$stdin",
    "$stdout",
    "$>",
    "$stderr",
    "$,",
    "$-0",
    "$\\",
    "$FILENAME",
    "$.",
    "$/",
    "$*",
    "$:",
    "$-I",
    "$LOAD_PATH",
    "$VERBOSE",
    "$\"",
    "$LOADED_FEATURES",
    "$_",
    "$~",
    "$!",
    "$DEBUG",
    "$-v",
    "$-w",
    "$PROGRAM_NAME",
    "$-d",
    "$0",
    "$@",
    "$?",
    "$$",
    "$;",
    "$-F",
];

impl Machine<'_> {
    /// The value of `$name`.
    pub fn global_get(&mut self, name: Symbol) -> Flow {
        let name = self.global_name(name);
        match name.as_str() {
            "$!" => Ok(self.core.handled.last().copied().unwrap_or(Value::Nil)),
            "$@" => match self.core.handled.last().copied() {
                Some(exception) if !exception.is_nil() => {
                    self.call(exception, names::BACKTRACE, &[])
                }
                _ => Ok(Value::Nil),
            },
            "$~" => Ok(self.last_match()),
            // Aliases of the special variables.
            "$&" => Ok(self.match_part('&')),
            "$`" => Ok(self.match_part('`')),
            "$'" => Ok(self.match_part('\'')),
            "$+" => Ok(self.match_part('+')),
            "$stdout" | "$stderr" | "$stdin" => self.standard_stream(name),
            "$:" => Ok(Value::Array(self.list_global(name))),
            "$\"" => Ok(Value::Array(self.list_global(name))),
            "$*" => Ok(Value::Array(self.list_global(name))),
            "$$" => Ok(Value::Int(1)),
            _ => match self.core.globals.get(&name) {
                Some(&value) => Ok(value),
                None => Ok(self.initial_global(name.as_str())),
            },
        }
    }

    /// `$name = value`
    pub fn global_set(&mut self, name: Symbol, value: Value) -> Flow<()> {
        let name = self.global_name(name);
        let value = match name.as_str() {
            "$!" | "$$" | "$?" | "$:" | "$\"" | "$*" | "$FILENAME" | "$&" | "$`" | "$'" | "$+" => {
                return Err(self.read_only(name));
            }
            "$@" => {
                let Some(exception) = self.core.handled.last().copied() else {
                    return Err(self.argument_error("$! not set"));
                };
                self.call(exception, names::SET_BACKTRACE, &[value])?;
                return Ok(());
            }
            "$~" => {
                if !value.is_nil() && !self.is_a(value, class::MATCH_DATA) {
                    let given = self.class_name_of(value);
                    return Err(self
                        .type_error(format!("wrong argument type {given} (expected MatchData)")));
                }
                self.set_last_match(value);
                return Ok(());
            }
            "$stdout" | "$stderr" => {
                if !self.responds_to(value, names::WRITE)? {
                    let given = self.class_name_of(value);
                    return Err(
                        self.type_error(format!("{name} must have write method, {given} given"))
                    );
                }
                value
            }
            "$," | "$/" | "$\\" => {
                if !matches!(value, Value::Nil | Value::Str(_)) {
                    return Err(self.type_error(format!("value of {name} must be String")));
                }
                value
            }
            "$;" => {
                if !matches!(value, Value::Nil | Value::Str(_) | Value::Regexp(_)) {
                    return Err(self.type_error("value of $; must be String or Regexp"));
                }
                value
            }
            "$0" => Value::Str(self.to_str(value)?),
            "$VERBOSE" if !value.is_nil() => Value::Bool(value.is_truthy()),
            _ => value,
        };
        self.core.globals.insert(name, value);
        Ok(())
    }

    /// Whether `$name` is set, for `defined?`.
    pub fn global_defined(&mut self, name: Symbol) -> bool {
        let name = self.global_name(name);
        match name.as_str() {
            "$&" | "$`" | "$'" | "$+" => !self.last_match().is_nil(),
            text => self.core.globals.contains_key(&name) || SPECIAL.contains(&text),
        }
    }

    /// The names of all global variables.
    pub(crate) fn global_names(&self) -> Vec<Symbol> {
        let mut list: Vec<Symbol> = SPECIAL.iter().map(|name| Symbol::new(name)).collect();
        let mut others: Vec<Symbol> = self.core.globals.keys().copied().collect();
        others.extend(self.core.global_aliases.keys());
        others.retain(|name| name.as_str().starts_with('$') && !list.contains(name));
        others.sort_by_key(|name| name.as_str());
        others.dedup();
        list.extend(others);
        list
    }

    /// The original name of a variable, with aliases resolved.
    fn global_name(&self, name: Symbol) -> Symbol {
        let mut name = name;
        for _ in 0..100 {
            match self.core.global_aliases.get(&name) {
                Some(&other) => name = other,
                None => break,
            }
        }
        let text = match name.as_str() {
            "$LOAD_PATH" | "$-I" => "$:",
            "$LOADED_FEATURES" => "$\"",
            "$PROGRAM_NAME" => "$0",
            "$-v" | "$-w" => "$VERBOSE",
            "$-d" => "$DEBUG",
            "$-0" => "$/",
            "$-F" => "$;",
            "$>" => "$stdout",
            // The aliases of the library `English`.
            "$ERROR_INFO" => "$!",
            "$ERROR_POSITION" => "$@",
            "$LAST_MATCH_INFO" => "$~",
            "$FS" | "$FIELD_SEPARATOR" => "$;",
            "$OFS" | "$OUTPUT_FIELD_SEPARATOR" => "$,",
            "$RS" | "$INPUT_RECORD_SEPARATOR" => "$/",
            "$ORS" | "$OUTPUT_RECORD_SEPARATOR" => "$\\",
            "$PID" | "$PROCESS_ID" => "$$",
            "$CHILD_STATUS" => "$?",
            "$DEFAULT_OUTPUT" => "$stdout",
            _ => return name,
        };
        Symbol::new(text)
    }

    fn initial_global(&mut self, name: &str) -> Value {
        match name {
            "$VERBOSE" | "$DEBUG" => Value::FALSE,
            "$/" => {
                let value = self.new_str("\n");
                self.freeze(value);
                self.core.globals.insert(Symbol::new(name), value);
                value
            }
            "$0" => {
                let file = self.core.frames.first().map(|frame| frame.body.code.file.clone());
                self.new_str(file.as_deref().unwrap_or("main"))
            }
            "$." => Value::Int(0),
            "$FILENAME" => self.new_str("-"),
            _ => Value::Nil,
        }
    }

    #[cold]
    fn read_only(&mut self, name: Symbol) -> Jump {
        self.name_error(format!("{name} is a read-only variable"), Value::Nil, name)
    }

    /// `$stdout`, `$stderr` and `$stdin`: the object that was assigned, or the stream itself.
    fn standard_stream(&mut self, name: Symbol) -> Flow {
        if let Some(&stream) = self.core.globals.get(&name) {
            return Ok(stream);
        }
        let constant = name.as_str().trim_start_matches('$').to_ascii_uppercase();
        let stream = self.own_constant_value(class::OBJECT, Symbol::new(&constant))?;
        let stream = stream.unwrap_or(Value::Nil);
        self.core.globals.insert(name, stream);
        Ok(stream)
    }

    /// The array of a global variable that is always an array, such as `$:`.
    pub(crate) fn list_global(&mut self, name: Symbol) -> ArrayId {
        if let Some(&Value::Array(list)) = self.core.globals.get(&name) {
            return list;
        }
        let Value::Array(list) = self.new_array(Vec::new()) else {
            unreachable!("a new array is an array")
        };
        self.core.globals.insert(name, Value::Array(list));
        list
    }
}
