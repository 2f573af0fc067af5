//! `Array`: the table of its methods. The submodules implement them by subject.

pub(crate) mod access;
mod build;
mod change;
mod combine;
pub(crate) use combine::is_plain;
mod filter;
mod iterate;
pub(crate) mod order;
mod sets;
pub(crate) use sets::insert_as;
pub(crate) mod sort;
pub(crate) mod sum;
mod text;

use crate::core::enumerable;
use crate::machine::{Flow, Machine};
use crate::native::{Instances, NativeClass, method, private, walking};
use crate::value::{ArrayId, Value};

/// The maximum number of elements of an array in MRI.
pub(crate) const MAX_SIZE: i64 = i64::MAX / 8;

/// `Array`
pub static ARRAY: NativeClass = NativeClass {
    name: "Array",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    instances: Instances::Arrays,
    methods: &[
        private("initialize", 0, 2, build::initialize),
        method("initialize_copy", 1, 1, build::replace),
        method("replace", 1, 1, build::replace),
        method("to_a", 0, 0, build::to_a),
        method("entries", 0, 0, enumerable::entries),
        method("to_ary", 0, 0, build::to_ary),
        method("to_h", 0, 0, build::to_h),
        method("inspect", 0, 0, text::inspect),
        method("to_s", 0, 0, text::inspect),
        method("join", 0, 1, text::join),
        method("pack", 1, 2, text::pack),
        walking("==", 1, 1, text::equals),
        walking("eql?", 1, 1, text::eql),
        walking("hash", 0, 0, text::hash),
        walking("<=>", 1, 1, text::compare),
        method("[]", 1, 2, access::slice),
        method("slice", 1, 2, access::slice),
        method("[]=", 2, 3, change::set),
        method("at", 1, 1, access::at),
        method("fetch", 1, 2, access::fetch),
        method("first", 0, 1, access::first),
        method("last", 0, 1, access::last),
        method("take", 1, 1, access::take),
        method("drop", 1, 1, access::drop_first),
        method("dig", 1, -1, access::dig),
        method("values_at", 0, -1, access::values_at),
        walking("assoc", 1, 1, access::assoc),
        walking("rassoc", 1, 1, access::rassoc),
        method("length", 0, 0, access::length),
        method("size", 0, 0, access::length),
        method("empty?", 0, 0, access::is_empty),
        walking("include?", 1, 1, access::includes),
        walking("member?", 1, 1, access::includes),
        walking("index", 0, 1, access::index),
        walking("find_index", 0, 1, access::index),
        walking("rindex", 0, 1, access::rindex),
        walking("count", 0, 1, access::count),
        method("deconstruct", 0, 0, build::to_ary),
        method("push", 0, -1, change::push),
        method("append", 0, -1, change::push),
        method("<<", 1, 1, change::append),
        method("pop", 0, 1, change::pop),
        method("shift", 0, 1, change::shift),
        walking("unshift", 0, -1, change::unshift),
        walking("prepend", 0, -1, change::unshift),
        walking("insert", 1, -1, change::insert),
        method("concat", 0, -1, change::concat),
        method("clear", 0, 0, change::clear),
        walking("fill", 0, 3, change::fill),
        walking("delete", 1, 1, change::delete),
        walking("delete_at", 1, 1, change::delete_at),
        walking("slice!", 1, 2, change::slice_bang),
        method("compact", 0, 0, change::compact),
        walking("compact!", 0, 0, change::compact_bang),
        method("reverse", 0, 0, change::reverse),
        walking("reverse!", 0, 0, change::reverse_bang),
        method("rotate", 0, 1, change::rotate),
        walking("rotate!", 0, 1, change::rotate_bang),
        method("freeze", 0, 0, build::freeze),
        method("each", 0, 0, iterate::each),
        method("each_index", 0, 0, iterate::each_index),
        method("reverse_each", 0, 0, iterate::reverse_each),
        method("map", 0, 0, iterate::map),
        method("collect", 0, 0, iterate::map),
        method("map!", 0, 0, iterate::map_bang),
        method("collect!", 0, 0, iterate::map_bang),
        method("filter_map", 0, 0, iterate::filter_map),
        method("flat_map", 0, 0, iterate::flat_map),
        method("collect_concat", 0, 0, iterate::flat_map),
        method("each_with_index", 0, -1, iterate::each_with_index),
        method("each_with_object", 1, 1, iterate::each_with_object),
        method("inject", 0, 2, iterate::inject),
        method("reduce", 0, 2, iterate::inject),
        method("cycle", 0, 1, iterate::cycle),
        method("find", 0, 1, iterate::find),
        method("detect", 0, 1, iterate::find),
        walking("all?", 0, 1, iterate::all),
        walking("any?", 0, 1, iterate::any),
        walking("none?", 0, 1, iterate::none),
        walking("one?", 0, 1, iterate::one),
        method("take_while", 0, 0, iterate::take_while),
        method("drop_while", 0, 0, iterate::drop_while),
        method("select", 0, 0, filter::select),
        method("filter", 0, 0, filter::select),
        method("find_all", 0, 0, filter::select),
        method("reject", 0, 0, filter::reject),
        method("partition", 0, 0, filter::partition),
        method("group_by", 0, 0, filter::group_by),
        method("select!", 0, 0, filter::select_bang),
        method("filter!", 0, 0, filter::select_bang),
        method("keep_if", 0, 0, filter::keep_if),
        method("reject!", 0, 0, filter::reject_bang),
        method("delete_if", 0, 0, filter::delete_if),
        method("sort", 0, 0, order::sort),
        walking("sort!", 0, 0, order::sort_bang),
        method("sort_by", 0, 0, order::sort_by),
        method("sort_by!", 0, 0, order::sort_by_bang),
        walking("min", 0, 1, order::min),
        walking("max", 0, 1, order::max),
        walking("minmax", 0, 0, order::minmax),
        walking("sum", 0, 1, order::sum),
        method("bsearch", 0, 0, order::bsearch),
        method("bsearch_index", 0, 0, order::bsearch_index),
        method("shuffle", 0, 1, order::shuffle),
        walking("shuffle!", 0, 1, order::shuffle_bang),
        method("sample", 0, 2, order::sample),
        method("+", 1, 1, combine::plus),
        method("*", 1, 1, combine::times),
        method("flatten", 0, 1, combine::flatten),
        walking("flatten!", 0, 1, combine::flatten_bang),
        method("zip", 0, -1, combine::zip),
        method("transpose", 0, 0, combine::transpose),
        method("product", 0, -1, combine::product),
        method("combination", 1, 1, combine::combination),
        method("permutation", 0, 1, combine::permutation),
        method("repeated_combination", 1, 1, combine::repeated_combination),
        method("repeated_permutation", 1, 1, combine::repeated_permutation),
        method("-", 1, 1, sets::minus),
        method("difference", 0, -1, sets::difference),
        method("&", 1, 1, sets::and),
        method("intersection", 0, -1, sets::intersection),
        method("intersect?", 1, 1, sets::intersects),
        method("|", 1, 1, sets::or),
        method("union", 0, -1, sets::union),
        method("uniq", 0, 0, sets::uniq),
        walking("uniq!", 0, 0, sets::uniq_bang),
    ],
    class_methods: &[
        method("[]", 0, -1, build::literal),
        method("try_convert", 1, 1, build::try_convert),
    ],
    ..NativeClass::EMPTY
};

/// The ID of the array that a method was called on.
#[inline]
pub(crate) fn own(m: &mut Machine<'_>, this: Value) -> Flow<ArrayId> {
    match this {
        Value::Array(id) => Ok(id),
        _ => m.to_ary(this),
    }
}

/// The ID of the array that a method is about to change; raises an error if it is frozen.
#[inline]
pub(crate) fn own_mut(m: &mut Machine<'_>, this: Value) -> Flow<ArrayId> {
    m.check_frozen(this)?;
    own(m, this)
}

/// Charges the memory for a number of elements.
pub(crate) fn charge_elements(m: &mut Machine<'_>, count: usize) -> Flow<()> {
    m.charge(count.saturating_mul(size_of::<Value>()))
}
