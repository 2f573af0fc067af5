//! Assignability of callables, and whether a callable can be called with given arguments.

use crate::guard::Guard;
use crate::types::{CallableType, Size, TupleType, Type};

/// Whether a callable can replace the expected one: it must accept at least the same arguments and
/// return nothing else.
pub(super) fn accepts(
    mine: Option<&CallableType>,
    theirs: Option<&CallableType>,
    guard: &mut Guard,
) -> bool {
    let Some(mine) = mine else { return true };
    if let Some(returns) = &mine.returns {
        let given = theirs.and_then(|theirs| theirs.returns.as_ref()).unwrap_or(&Type::Any);
        if !returns.accepts_guarded(given, guard) {
            return false;
        }
    }
    let Some(params) = &mine.params else { return true };
    let Some(their_params) = theirs.and_then(|theirs| theirs.params.as_ref()) else { return false };
    if !tuple_accepts(their_params, params, guard) {
        return false;
    }
    let block = mine.block.as_ref().unwrap_or(&Type::Undef);
    let their_block = theirs.and_then(|theirs| theirs.block.as_ref()).unwrap_or(&Type::Undef);
    their_block.accepts_guarded(block, guard)
}

fn tuple_accepts(mine: &TupleType, theirs: &TupleType, guard: &mut Guard) -> bool {
    let (mine, theirs) = (tuple(mine), tuple(theirs));
    guard.keep_type(&mine);
    guard.keep_type(&theirs);
    mine.accepts_guarded(&theirs, guard)
}

fn tuple(params: &TupleType) -> Type {
    Type::Tuple(std::sync::Arc::new(params.clone()))
}

impl Type {
    /// Whether all values of this type are callables. With `optional`, an `Optional` callable
    /// counts too.
    pub fn is_callable(&self, optional: bool) -> bool {
        self.is_callable_guarded(optional, &mut Guard::default())
    }

    fn is_callable_guarded(&self, optional: bool, guard: &mut Guard) -> bool {
        match self {
            Type::Callable(_) => true,
            Type::Optional(Some(t)) => optional && t.is_callable_guarded(optional, guard),
            Type::Variant(options) => {
                options.iter().all(|t| t.is_callable_guarded(optional, guard))
            }
            Type::Object(object) => object
                .definition()
                .and_then(|definition| definition.parent.as_ref())
                .is_some_and(|parent| parent.is_callable_guarded(optional, guard)),
            Type::Alias(alias) => {
                guard.with_this(std::sync::Arc::as_ptr(alias) as usize, |guard| {
                    !(guard.is_this_recursive() && alias.is_self_recursive())
                        && alias.get().is_some_and(|t| t.is_callable_guarded(optional, guard))
                })
            }
            _ => false,
        }
    }

    /// Whether a callable can be called with arguments of type `args`: an array, or a tuple whose
    /// last element may be the type of a block.
    ///
    /// ```
    /// use pupa_value::{Type, types::TupleType};
    /// let params = TupleType { types: vec![Type::INTEGER], size: None };
    /// let callable = Type::callable(params, None, None);
    /// assert!(callable.can_be_called_with(&Type::tuple([Type::INTEGER], None)));
    /// assert!(!callable.can_be_called_with(&Type::tuple([Type::STRING], None)));
    /// ```
    pub fn can_be_called_with(&self, args: &Type) -> bool {
        let guard = &mut Guard::default();
        match self.resolved() {
            Type::Callable(None) => matches!(
                args.resolved(),
                Type::Tuple(_) | Type::Array(_) | Type::Callable(_) | Type::Undef
            ),
            Type::Callable(Some(callable)) => args_fit(callable, args, guard),
            Type::Optional(Some(t)) => t.can_be_called_with(args),
            Type::Variant(options) => {
                self.is_callable(true) && options.iter().any(|t| t.can_be_called_with(args))
            }
            _ => false,
        }
    }
}

fn args_fit(callable: &CallableType, args: &Type, guard: &mut Guard) -> bool {
    match args.resolved() {
        Type::Tuple(args) => tuple_fits(callable, args, guard),
        Type::Array(_) => {
            callable.params.as_ref().is_none_or(|params| tuple(params).accepts(args.resolved()))
                && takes_no_block(callable, guard)
        }
        Type::Callable(theirs) => accepts(Some(callable), theirs.as_deref(), guard),
        _ => false,
    }
}

fn takes_no_block(callable: &CallableType, guard: &mut Guard) -> bool {
    callable.block.as_ref().is_none_or(|block| block.accepts_undef(guard))
}

fn tuple_fits(callable: &CallableType, args: &TupleType, guard: &mut Guard) -> bool {
    let Some(params) = &callable.params else { return true };
    let Some((block, plain)) = args.types.split_last().filter(|(last, _)| last.is_callable(true))
    else {
        return tuple_accepts(params, args, guard) && takes_no_block(callable, guard);
    };
    callable.block.as_ref().is_some_and(|expected| expected.accepts_guarded(block, guard))
        && params.size_range().covers(Size::exactly(plain.len()))
        && plain
            .iter()
            .enumerate()
            .all(|(index, t)| params.at(index).is_some_and(|param| param.accepts_guarded(t, guard)))
}
