//! Binds arguments to the parameters of methods and blocks.

use super::eval::Local;
use super::{Body, Flow, Jump, Machine};
use crate::code::{KeywordRest, Param, Params};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{HashId, Value};

impl Machine<'_> {
    /// Pushes the arguments of a block whose parameters are plain variables. Returns `false`
    /// without effect if the block needs the general binding.
    #[inline]
    pub(crate) fn bind_plain(&mut self, body: &Body, list: &[Value], is_lambda: bool) -> bool {
        if !body.is_simple {
            return false;
        }
        let count = body.code.params.required.len();
        if list.len() == count {
            self.core.stack.extend_from_slice(list);
            return true;
        }
        if is_lambda {
            return false;
        }
        match (count, list) {
            (0, _) => true,
            (1, _) => {
                self.core.stack.push(list.first().copied().unwrap_or(Value::Nil));
                true
            }
            (_, [Value::Array(id)]) => {
                let items = self.core.heap.arrays[*id].slice();
                let items = &items[..items.len().min(count)];
                self.core.stack.extend_from_slice(items);
                true
            }
            (_, [Value::Object(_)]) => false,
            _ => {
                self.core.stack.extend_from_slice(&list[..list.len().min(count)]);
                true
            }
        }
    }

    /// Binds the arguments of a method. A wrong number of arguments raises `ArgumentError`.
    #[inline(never)]
    pub(crate) fn bind_method(&mut self, l: &Local<'_>, args: Args<'_>) -> Flow<()> {
        let params = &l.body.code.params;
        let (list, keywords) = self.split_for(params, args)?;
        self.check_params(params, list.len())?;
        self.bind_positional(l, params, list)?;
        self.bind_keywords(l, params, keywords)?;
        self.bind_block_param(l, params, args);
        Ok(())
    }

    /// Binds the arguments of a block. A lambda raises an error for a wrong number; a proc
    /// destructures a single array, drops surplus arguments and sets missing ones to `nil`.
    #[inline(never)]
    pub(crate) fn bind_block(
        &mut self,
        l: &Local<'_>,
        args: Args<'_>,
        is_lambda: bool,
    ) -> Flow<()> {
        if is_lambda {
            return self.bind_method(l, args);
        }
        let params = &l.body.code.params;
        let (list, keywords) = self.split_for(params, args)?;
        let positional = params.required_count() + params.optional.len();
        // Compat: `|a = 1, *rest|` does not destructure an array.
        let takes_apart = params.optional.len() > 1
            || params.excess_comma
            || (params.required_count() > 0
                && (positional > 1 || params.rest.is_some() || params.has_keywords()));
        let mut items = match list {
            [one] if takes_apart => match self.try_ary(*one)? {
                Some(id) => self.array(id).to_vec(),
                None => list.to_vec(),
            },
            _ => list.to_vec(),
        };
        if params.rest.is_none() {
            items.truncate(positional);
        }
        while items.len() < params.required_count() {
            // Missing arguments are nil; the parameters at the front get their values first.
            items.push(Value::Nil);
        }
        self.bind_positional(l, params, &items)?;
        self.bind_keywords(l, params, keywords)?;
        self.bind_block_param(l, params, args);
        Ok(())
    }

    /// Splits arguments into positional ones and keywords, as a list of parameters requires.
    fn split_for<'a>(
        &mut self,
        params: &Params,
        args: Args<'a>,
    ) -> Flow<(&'a [Value], Option<HashId>)> {
        if params.has_keywords() {
            return Ok(args.split_keywords());
        }
        if params.keyword_rest == KeywordRest::Refused && args.has_keywords {
            return Err(self.argument_error("no keywords accepted"));
        }
        Ok((args.list, None))
    }

    fn check_params(&mut self, params: &Params, given: usize) -> Flow<()> {
        let min = params.required_count();
        let max = match params.rest {
            Some(_) => None,
            None => Some(min + params.optional.len()),
        };
        if given >= min && max.is_none_or(|max| given <= max) {
            return Ok(());
        }
        let required: Vec<&str> = params
            .keywords
            .iter()
            .filter(|keyword| keyword.default.is_none())
            .map(|keyword| keyword.name.as_str())
            .collect();
        if required.is_empty() {
            return Err(self.arity_error(given, min, max));
        }
        let expected = match max {
            Some(max) if max == min => format!("{min}"),
            Some(max) => format!("{min}..{max}"),
            None => format!("{min}+"),
        };
        let plural = if required.len() == 1 { "" } else { "s" };
        Err(self.argument_error(format!(
            "wrong number of arguments (given {given}, expected {expected}; required \
             keyword{plural}: {})",
            required.join(", ")
        )))
    }

    fn bind_positional(&mut self, l: &Local<'_>, params: &Params, list: &[Value]) -> Flow<()> {
        let required = params.required.len();
        let post = params.post.len();
        let for_optional = list.len().saturating_sub(required + post).min(params.optional.len());
        for (param, &value) in params.required.iter().zip(list) {
            self.bind_param(l, param, value)?;
        }
        for (optional, &value) in
            params.optional.iter().take(for_optional).zip(list.iter().skip(required))
        {
            self.core.stack[l.base + optional.slot as usize] = value;
        }
        let rest_start = required + for_optional;
        let rest_end = list.len().saturating_sub(post).max(rest_start);
        if let Some(slot) = params.rest {
            let items = list.get(rest_start..rest_end).unwrap_or_default().to_vec();
            let rest = self.new_array(items);
            self.core.stack[l.base + slot as usize] = rest;
        }
        let post_start = if params.rest.is_some() { rest_end } else { rest_start };
        for (index, param) in params.post.iter().enumerate() {
            let value = list.get(post_start + index).copied().unwrap_or(Value::Nil);
            self.bind_param(l, param, value)?;
        }
        for optional in params.optional.iter().skip(for_optional) {
            let value = self.eval(l, &optional.default)?;
            self.core.stack[l.base + optional.slot as usize] = value;
        }
        Ok(())
    }

    fn bind_param(&mut self, l: &Local<'_>, param: &Param, value: Value) -> Flow<()> {
        match param {
            Param::Slot(slot) => {
                self.core.stack[l.base + *slot as usize] = value;
                Ok(())
            }
            Param::Nested(target) => {
                let items = self.items_to_assign(value)?;
                self.assign_multi(l, target, &items)
            }
        }
    }

    fn bind_keywords(
        &mut self,
        l: &Local<'_>,
        params: &Params,
        keywords: Option<HashId>,
    ) -> Flow<()> {
        if !params.has_keywords() {
            return Ok(());
        }
        let mut missing = Vec::new();
        for keyword in &params.keywords {
            let given = match keywords {
                Some(hash) => self.hash_get(hash, Value::Sym(keyword.name))?,
                None => None,
            };
            match (given, &keyword.default) {
                (Some(value), _) => self.core.stack[l.base + keyword.slot as usize] = value,
                (None, Some(_)) => {}
                (None, None) => missing.push(keyword.name),
            }
        }
        if !missing.is_empty() {
            return Err(self.keyword_error("missing", &missing));
        }
        for keyword in &params.keywords {
            let Some(default) = &keyword.default else { continue };
            let given = match keywords {
                Some(hash) => self.hash_get(hash, Value::Sym(keyword.name))?,
                None => None,
            };
            if given.is_none() {
                let value = self.eval(l, default)?;
                self.core.stack[l.base + keyword.slot as usize] = value;
            }
        }
        self.bind_other_keywords(l, params, keywords)
    }

    /// Binds the keywords without a parameter of their own: `**rest` collects them, otherwise they
    /// raise an error.
    fn bind_other_keywords(
        &mut self,
        l: &Local<'_>,
        params: &Params,
        keywords: Option<HashId>,
    ) -> Flow<()> {
        let is_known = |key: &Value| matches!(key, Value::Sym(name) if params.keywords.iter().any(|k| k.name == *name));
        let others: Vec<(Value, Value)> = match keywords {
            Some(hash) => self.hash(hash).iter().filter(|(key, _)| !is_known(key)).collect(),
            None => Vec::new(),
        };
        match params.keyword_rest {
            KeywordRest::Slot(slot) => {
                let rest = self.hash_of(others)?;
                self.core.stack[l.base + slot as usize] = Value::Hash(rest);
                Ok(())
            }
            _ if others.is_empty() => Ok(()),
            _ => {
                let mut texts = Vec::new();
                for (key, _) in &others {
                    texts.push(self.inspect(*key)?);
                }
                let plural = if texts.len() == 1 { "" } else { "s" };
                let list = texts.join(", ");
                Err(self.argument_error(format!("unknown keyword{plural}: {list}")))
            }
        }
    }

    #[cold]
    fn keyword_error(&mut self, problem: &str, names: &[Symbol]) -> Jump {
        let list: Vec<String> = names.iter().map(|name| format!(":{name}")).collect();
        let plural = if list.len() == 1 { "" } else { "s" };
        self.argument_error(format!("{problem} keyword{plural}: {}", list.join(", ")))
    }

    fn bind_block_param(&mut self, l: &Local<'_>, params: &Params, args: Args<'_>) {
        let Some(slot) = params.block else { return };
        let proc = match args.block {
            Some(block) => self.block_to_proc(block),
            None => Value::Nil,
        };
        // From here on `yield` and `&block` use the same proc.
        if let Value::Proc(id) = proc {
            let frame = &mut self.core.frames[l.frame];
            if frame.outer.is_none() {
                frame.block = Some(crate::native::Block::Proc(id));
            }
        }
        self.core.stack[l.base + slot as usize] = proc;
    }
}
