//! The constructor `URI(…)`.

use std::sync::{Arc, LazyLock};

use super::constructor::{Call, Constructor};
use crate::error::Result;
use crate::types::{IntegerRange, StructMember, Type, Whole};
use crate::value::Value;
use crate::value::uri::{Uri, UriParts};

pub(super) static URI: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let text = |name| StructMember::new(name, true, Type::sized_string(1, None));
    let port = Type::Integer(IntegerRange::new(Some(Whole::Small(0)), None));
    let hash = Type::structure([
        text("scheme"),
        text("userinfo"),
        text("host"),
        StructMember::new("port", true, port),
        text("path"),
        text("query"),
        text("fragment"),
        text("opaque"),
    ]);
    Arc::new(
        // Compat: the reference uses this name. Pinned by `quirk-names-of-constructors`.
        Constructor::new("new_error", "A URI from its text, or from a hash of its components.")
            .create(from_text, [("uri", Type::sized_string(1, None))], [])
            .create(from_hash, [("hash", hash)], []),
    )
});

fn from_text(call: &Call<'_>) -> Result<Value> {
    Ok(Value::Uri(Arc::new(Uri::parse(call.text(0))?)))
}

fn from_hash(call: &Call<'_>) -> Result<Value> {
    let text = |name| call.entry(name).as_str().map(str::to_owned);
    let port = call.entry("port").as_integer().and_then(|port| u64::try_from(port).ok());
    let parts = UriParts {
        scheme: text("scheme"),
        userinfo: text("userinfo"),
        host: text("host"),
        port,
        path: text("path"),
        query: text("query"),
        fragment: text("fragment"),
        opaque: text("opaque"),
    };
    Ok(Value::Uri(Arc::new(Uri::build(parts)?)))
}
