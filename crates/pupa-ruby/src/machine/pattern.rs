//! Pattern matching: `case` with `in`, `=>` and `in`.

use super::eval::Local;
use super::{Flow, Machine};
use crate::code::{
    ArrayPattern, CaseIn, FindPattern, HashPattern, HashPatternRest, MatchOne, Pattern,
};
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::machine::Jump;
use crate::symbol::names;
use crate::value::Value;

impl Machine<'_> {
    #[inline(never)]
    pub(crate) fn eval_case_in(&mut self, l: &Local<'_>, node: &CaseIn) -> Flow {
        let subject = self.eval(l, &node.subject)?;
        for branch in &node.branches {
            if !self.matches(l, &branch.pattern, subject)? {
                continue;
            }
            if let Some(guard) = &branch.guard
                && !self.eval(l, guard)?.is_truthy()
            {
                continue;
            }
            return self.eval(l, &branch.body);
        }
        match &node.otherwise {
            Some(node) => self.eval(l, node),
            None => {
                self.core.frames[l.frame].line = node.line;
                if let [only] = &*node.branches {
                    return self.no_match(&only.pattern, subject);
                }
                // Compat: the value itself is the message; for `nil` the message is the name of the
                // class.
                let class = Value::Class(class::NO_MATCHING_PATTERN_ERROR);
                let exception = self.exception_from(&[class, subject])?;
                Err(self.raise_value(exception))
            }
        }
    }

    #[inline(never)]
    pub(crate) fn eval_match_one(&mut self, l: &Local<'_>, node: &MatchOne) -> Flow {
        let value = self.eval(l, &node.value)?;
        let is_match = self.matches(l, &node.pattern, value)?;
        if !node.raises {
            return Ok(Value::Bool(is_match));
        }
        if is_match {
            return Ok(Value::Nil);
        }
        self.core.frames[l.frame].line = node.line;
        self.no_match(&node.pattern, value)
    }

    fn no_match(&mut self, pattern: &Pattern, value: Value) -> Flow {
        let text = self.inspect(value)?;
        if let (Pattern::Hash(pattern), Value::Hash(hash)) = (pattern, value) {
            for (key, _) in &pattern.pairs {
                if self.hash_get(hash, Value::Sym(*key))?.is_none() {
                    let message = format!("{text}: key not found: :{key}");
                    let jump = self.error(class::NO_MATCHING_PATTERN_KEY_ERROR, message);
                    if let Jump::Raise(id) = jump
                        && let Some(data) = self.payload_mut::<ExceptionData>(Value::Object(id))
                    {
                        data.receiver = value;
                        data.detail = Value::Sym(*key);
                    }
                    return Err(jump);
                }
            }
        }
        Err(self.error(class::NO_MATCHING_PATTERN_ERROR, text))
    }

    fn matches(&mut self, l: &Local<'_>, pattern: &Pattern, value: Value) -> Flow<bool> {
        match pattern {
            Pattern::Value(node) => {
                let expected = self.eval(l, node)?;
                self.case_equals(expected, value)
            }
            Pattern::Bind(target) => {
                self.assign(l, target, value)?;
                Ok(true)
            }
            Pattern::Capture(pattern, target) => {
                if !self.matches(l, pattern, value)? {
                    return Ok(false);
                }
                self.assign(l, target, value)?;
                Ok(true)
            }
            Pattern::Either(patterns) => {
                for pattern in patterns {
                    if self.matches(l, pattern, value)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Pattern::Array(pattern) => self.matches_array(l, pattern, value),
            Pattern::Find(pattern) => self.matches_find(l, pattern, value),
            Pattern::Hash(pattern) => self.matches_hash(l, pattern, value),
        }
    }

    fn matches_constant(
        &mut self,
        l: &Local<'_>,
        constant: Option<&crate::code::Node>,
        value: Value,
    ) -> Flow<bool> {
        match constant {
            Some(node) => {
                let class = self.eval(l, node)?;
                self.case_equals(class, value)
            }
            None => Ok(true),
        }
    }

    /// The elements of a value for array patterns: the result of `deconstruct`, if it has that
    /// method.
    fn deconstruct(&mut self, value: Value) -> Flow<Option<Vec<Value>>> {
        if let Value::Array(id) = value {
            return Ok(Some(self.array(id).to_vec()));
        }
        if !self.responds_to(value, names::DECONSTRUCT)? {
            return Ok(None);
        }
        match self.call(value, names::DECONSTRUCT, &[])? {
            Value::Array(id) => Ok(Some(self.array(id).to_vec())),
            _ => Err(self.type_error("deconstruct must return Array")),
        }
    }

    fn matches_array(&mut self, l: &Local<'_>, pattern: &ArrayPattern, value: Value) -> Flow<bool> {
        if !self.matches_constant(l, pattern.constant.as_ref(), value)? {
            return Ok(false);
        }
        let Some(items) = self.deconstruct(value)? else { return Ok(false) };
        let fixed = pattern.front.len() + pattern.back.len();
        if items.len() < fixed || (pattern.rest.is_none() && items.len() != fixed) {
            return Ok(false);
        }
        for (pattern, &item) in pattern.front.iter().zip(&items) {
            if !self.matches(l, pattern, item)? {
                return Ok(false);
            }
        }
        let back_start = items.len() - pattern.back.len();
        if let Some(Some(target)) = &pattern.rest {
            let rest = self.new_array(items[pattern.front.len()..back_start].to_vec());
            self.assign(l, target, rest)?;
        }
        for (pattern, &item) in pattern.back.iter().zip(&items[back_start..]) {
            if !self.matches(l, pattern, item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn matches_find(&mut self, l: &Local<'_>, pattern: &FindPattern, value: Value) -> Flow<bool> {
        if !self.matches_constant(l, pattern.constant.as_ref(), value)? {
            return Ok(false);
        }
        let Some(items) = self.deconstruct(value)? else { return Ok(false) };
        let count = pattern.middle.len();
        for start in 0..(items.len() + 1).saturating_sub(count) {
            let mut is_match = true;
            for (pattern, &item) in pattern.middle.iter().zip(&items[start..]) {
                if !self.matches(l, pattern, item)? {
                    is_match = false;
                    break;
                }
            }
            if is_match {
                if let Some(target) = &pattern.before {
                    let before = self.new_array(items[..start].to_vec());
                    self.assign(l, target, before)?;
                }
                if let Some(target) = &pattern.after {
                    let after = self.new_array(items[start + count..].to_vec());
                    self.assign(l, target, after)?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn matches_hash(&mut self, l: &Local<'_>, pattern: &HashPattern, value: Value) -> Flow<bool> {
        if !self.matches_constant(l, pattern.constant.as_ref(), value)? {
            return Ok(false);
        }
        let Some(mut hash) = self.deconstruct_keys(pattern, value)? else { return Ok(false) };
        if pattern.pairs.is_empty() && matches!(pattern.rest, HashPatternRest::Ignored) {
            return Ok(self.hash(hash).is_empty());
        }
        if !matches!(pattern.rest, HashPatternRest::Ignored) {
            let entries: Vec<_> = self.hash(hash).iter().collect();
            hash = self.hash_of(entries)?;
        }
        for (key, pattern_of_key) in &pattern.pairs {
            let Some(item) = self.hash_get(hash, Value::Sym(*key))? else { return Ok(false) };
            if !self.matches(l, pattern_of_key, item)? {
                return Ok(false);
            }
            if !matches!(pattern.rest, HashPatternRest::Ignored) {
                self.hash_delete(hash, Value::Sym(*key))?;
            }
        }
        match &pattern.rest {
            HashPatternRest::Ignored => Ok(true),
            HashPatternRest::Refused => Ok(self.hash(hash).is_empty()),
            HashPatternRest::Bind(target) => {
                self.assign(l, target, Value::Hash(hash))?;
                Ok(true)
            }
        }
    }

    fn deconstruct_keys(
        &mut self,
        pattern: &HashPattern,
        value: Value,
    ) -> Flow<Option<crate::value::HashId>> {
        if let Value::Hash(id) = value {
            return Ok(Some(id));
        }
        if !self.responds_to(value, names::DECONSTRUCT_KEYS)? {
            return Ok(None);
        }
        let expected = match pattern.rest {
            HashPatternRest::Bind(_) => Value::Nil,
            _ => {
                let keys = pattern.pairs.iter().map(|(key, _)| Value::Sym(*key)).collect();
                self.new_array(keys)
            }
        };
        match self.call(value, names::DECONSTRUCT_KEYS, &[expected])? {
            Value::Hash(id) => Ok(Some(id)),
            _ => Err(self.type_error("deconstruct_keys must return Hash")),
        }
    }
}
