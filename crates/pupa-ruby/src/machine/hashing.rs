//! Reading and changing hashes. Comparing keys may run Ruby code, so this is done by the machine.

use super::{Flow, Machine};
use crate::core::class;
use crate::heap::RString;
use crate::native::Args;
use crate::symbol::names;
use crate::value::{HashId, Value};

impl Machine<'_> {
    /// The value for a key, without default values.
    #[inline]
    pub fn hash_get(&mut self, hash: HashId, key: Value) -> Flow<Option<Value>> {
        let (_, position) = self.hash_position(hash, key)?;
        Ok(position.and_then(|at| self.hash(hash).at(at)).map(|(_, value)| value))
    }

    /// The value for a string key, used for options and data.
    pub fn hash_get_str(&mut self, hash: HashId, key: &str) -> Option<Value> {
        let found = self.hash(hash).iter().find(|(known, _)| match known {
            Value::Str(id) => self.string(*id).bytes() == key.as_bytes(),
            _ => false,
        });
        found.map(|(_, value)| value)
    }

    /// The value for a symbol key, used for keyword arguments.
    pub fn keyword(&mut self, hash: Option<HashId>, name: &str) -> Option<Value> {
        let found = self.hash(hash?).iter().find(|(known, _)| match known {
            Value::Sym(symbol) => symbol.as_str() == name,
            _ => false,
        });
        found.map(|(_, value)| value)
    }

    /// The value for a key, or the default value of the hash: the result of `Hash#[]`.
    #[inline]
    pub fn hash_aref(&mut self, hash: HashId, key: Value) -> Flow {
        match self.hash_get(hash, key)? {
            Some(value) => Ok(value),
            None => self.hash_default(hash, key),
        }
    }

    /// The default value of a hash for a missing key.
    pub fn hash_default(&mut self, hash: HashId, key: Value) -> Flow {
        let class = self.hash(hash).class;
        if class != class::HASH
            && let Some(method) = self.find_method(class, names::DEFAULT)
            && self.method(method).owner != class::HASH
        {
            return self.call(Value::Hash(hash), names::DEFAULT, &[key]);
        }
        match self.hash(hash).default_proc {
            Some(proc) => {
                let args = [Value::Hash(hash), key];
                self.call_proc(Value::Proc(proc), Args::new(names::CALL, &args))
            }
            None => Ok(self.hash(hash).default),
        }
    }

    /// The hash code of a key, and its position if the hash has the key.
    pub(crate) fn hash_position(&mut self, hash: HashId, key: Value) -> Flow<(u64, Option<usize>)> {
        if self.hash(hash).by_identity {
            let code = identity_code(key);
            return Ok((code, self.hash(hash).find(code, |known| known.is_same(key))));
        }
        let code = self.hash_code(key)?;
        let is_plain = matches!(
            key,
            Value::Str(_) | Value::Sym(_) | Value::Int(_) | Value::Nil | Value::Bool(_)
        );
        if is_plain {
            let is_key = |known| self.plain_eql(key, known).unwrap_or(false);
            return Ok((code, self.hash(hash).find(code, is_key)));
        }
        for position in self.hash(hash).candidates(code) {
            if let Some((known, _)) = self.hash(hash).at(position)
                && (known.is_same(key) || self.eql(key, known)?)
            {
                return Ok((code, Some(position)));
            }
        }
        Ok((code, None))
    }

    /// Sets the value for a key, as `Hash#[]=` does: string keys are copied and frozen, and a new
    /// key during an iteration raises an error. The caller checks whether the hash is frozen.
    pub fn hash_set(&mut self, hash: HashId, key: Value, value: Value) -> Flow<()> {
        let (code, position) = self.hash_position(hash, key)?;
        if let Some(position) = position {
            self.hash_mut(hash).set_at(position, value);
            return Ok(());
        }
        if self.hash(hash).iterating > 0 {
            return Err(self.runtime_error("can't add a new key into hash during iteration"));
        }
        let key = match key {
            Value::Str(id) if !self.string(id).frozen && !self.hash(hash).by_identity => {
                let mut copy: RString = self.string(id).clone();
                copy.frozen = true;
                copy.class = class::STRING;
                Value::Str(self.add_string(copy))
            }
            _ => key,
        };
        self.charge(48)?;
        self.hash_mut(hash).push(code, key, value);
        Ok(())
    }

    /// Removes a key and returns its value.
    pub fn hash_delete(&mut self, hash: HashId, key: Value) -> Flow<Option<Value>> {
        let (_, position) = self.hash_position(hash, key)?;
        let removed = position.and_then(|at| self.hash_mut(hash).remove_at(at));
        Ok(removed.map(|(_, value)| value))
    }

    /// A new hash with entries.
    pub fn hash_of(&mut self, entries: impl IntoIterator<Item = (Value, Value)>) -> Flow<HashId> {
        let hash = self.new_hash();
        for (key, value) in entries {
            self.hash_set(hash, key, value)?;
        }
        Ok(hash)
    }

    /// Computes all hash codes anew, as `rehash` does.
    pub fn rehash(&mut self, hash: HashId) -> Flow<()> {
        let entries: Vec<_> = self.hash(hash).iter().collect();
        self.hash_mut(hash).clear();
        for (key, value) in entries {
            let (code, position) = self.hash_position(hash, key)?;
            match position {
                Some(position) => self.hash_mut(hash).set_at(position, value),
                None => self.hash_mut(hash).push(code, key, value),
            }
        }
        Ok(())
    }
}

fn identity_code(key: Value) -> u64 {
    let (kind, number) = match key.heap_key() {
        Some((kind, number)) => (u64::from(kind), u64::from(number)),
        None => match key {
            Value::Int(number) => (10, number as u64),
            Value::Float(number) => (11, number.to_bits()),
            Value::Sym(symbol) => (12, u64::from(symbol.number())),
            Value::Bool(flag) => (13, u64::from(flag)),
            _ => (14, 0),
        },
    };
    (number ^ kind << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
