//! The constructor `Binary(…)`.

use std::sync::{Arc, LazyLock};

use super::constructor::{Call, Constructor, local};
use crate::error::Result;
use crate::types::{StructMember, Type};
use crate::value::Value;
use crate::value::binary::Binary;

pub(super) static BINARY: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let byte = local("ByteInteger", Type::integer(0, 255));
    let bytes = Type::array(byte, None);
    let format = local("Base64Format", Type::enumeration(["%b", "%u", "%B", "%s", "%r"]));
    let string_hash = Type::structure([
        StructMember::new("value", false, Type::STRING),
        StructMember::new("format", true, Type::optional(format.clone())),
    ]);
    let array_hash = Type::structure([StructMember::new("value", false, bytes.clone())]);
    let hash = Type::variant([local("StringHash", string_hash), local("ArrayHash", array_hash)]);
    Arc::new(
        Constructor::new(
            "new_Binary",
            "Bytes from an array of numbers, or from a string: in strict base64 (`%B`, which is \
             the default), lenient base64 (`%b`), base64 for URLs (`%u`), or as the bytes of the \
             text itself (`%s`, `%r`). The arguments may also come as a hash with the keys `value` \
             and `format`.",
        )
        .create(from_string, [("str", Type::STRING)], [("format", format)])
        .create(from_array, [("byte_array", bytes)], [])
        .create(from_hash, [("hash_args", local("BinaryArgsHash", hash))], []),
    )
});

fn from_string(call: &Call<'_>) -> Result<Value> {
    decode(call.text(0), call.arg(1))
}

fn from_array(call: &Call<'_>) -> Result<Value> {
    Ok(of_bytes(call.arg(0).as_array().unwrap_or_default()))
}

fn from_hash(call: &Call<'_>) -> Result<Value> {
    match call.entry("value") {
        Value::Array(bytes) => Ok(of_bytes(bytes)),
        text => decode(text.as_str().unwrap_or_default(), call.entry("format")),
    }
}

fn of_bytes(bytes: &[Value]) -> Value {
    let bytes: Vec<u8> = bytes
        .iter()
        .filter_map(|byte| byte.as_integer().and_then(|byte| u8::try_from(byte).ok()))
        .collect();
    Value::Binary(Arc::new(Binary::new(bytes)))
}

fn decode(text: &str, format: &Value) -> Result<Value> {
    let binary = match format.as_str() {
        Some("%b") => Binary::from_base64(text),
        Some("%u") => Binary::from_base64_urlsafe(text)?,
        Some("%s" | "%r") => Binary::new(text),
        _ => Binary::from_base64_strict(text)?,
    };
    Ok(Value::Binary(Arc::new(binary)))
}
