//! `OpenSSL::X509::Name`: the names of the subject and the issuer of a certificate.

use x509_cert::attr::AttributeTypeAndValue;
use x509_cert::name::Name;

use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

/// `OpenSSL::X509::Name`
pub(crate) static NAME: NativeClass = NativeClass {
    name: "OpenSSL::X509::Name",
    methods: &[
        method("to_s", 0, 1, to_s),
        method("to_a", 0, 0, to_a),
        method("to_utf8", 0, 0, to_utf8),
        method("inspect", 0, 0, inspect),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("<=>", 1, 1, compare),
        method("cmp", 1, 1, compare),
        method("hash", 0, 0, hash),
    ],
    class_methods: &[method("new", 0, -1, refuse), method("parse", 1, 2, refuse)],
    constants: &[
        ("COMPAT", |_| Ok(Value::Int(0))),
        ("RFC2253", |_| Ok(Value::Int(0x0111_0317))),
        ("ONELINE", |_| Ok(Value::Int(0x0082_031f))),
        ("MULTILINE", |_| Ok(Value::Int(0x02a4_0006))),
    ],
    ..NativeClass::EMPTY
};

/// The Rust data of a name: its attributes, in order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NameData(Vec<Attribute>);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Attribute {
    /// The short name: `CN`.
    key: String,
    value: String,
    /// The number of the ASN.1 type of the value.
    tag: u8,
}

impl Payload for NameData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

impl From<&Name> for NameData {
    fn from(name: &Name) -> NameData {
        NameData(name.0.iter().flat_map(|part| part.0.iter()).map(attribute).collect())
    }
}

fn attribute(attribute: &AttributeTypeAndValue) -> Attribute {
    let identifier = attribute.oid.to_string();
    let key = match identifier.as_str() {
        "2.5.4.3" => "CN",
        "2.5.4.4" => "SN",
        "2.5.4.5" => "serialNumber",
        "2.5.4.6" => "C",
        "2.5.4.7" => "L",
        "2.5.4.8" => "ST",
        "2.5.4.9" => "street",
        "2.5.4.10" => "O",
        "2.5.4.11" => "OU",
        "2.5.4.12" => "title",
        "2.5.4.42" => "GN",
        "0.9.2342.19200300.100.1.1" => "UID",
        "0.9.2342.19200300.100.1.25" => "DC",
        "1.2.840.113549.1.9.1" => "emailAddress",
        other => other,
    };
    let value = String::from_utf8_lossy(attribute.value.value()).into_owned();
    let tag = der::Tagged::tag(&attribute.value).octet() & 0x1f;
    Attribute { key: key.to_owned(), value, tag }
}

impl NameData {
    /// The name in the format `/C=DE/CN=example.com`.
    fn compat(&self) -> String {
        self.0.iter().map(|part| format!("/{}={}", part.key, part.value)).collect()
    }

    /// The name in the format `CN=example.com,C=DE`.
    pub(super) fn rfc2253(&self) -> String {
        let parts: Vec<String> = self
            .0
            .iter()
            .rev()
            .map(|part| format!("{}={}", part.key, escaped(&part.value)))
            .collect();
        parts.join(",")
    }

    /// The name in the format `C = DE, CN = example.com`.
    fn oneline(&self) -> String {
        let parts: Vec<String> =
            self.0.iter().map(|part| format!("{} = {}", part.key, part.value)).collect();
        parts.join(", ")
    }
}

/// A value with the escapes of RFC 2253.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    let last = value.len().saturating_sub(1);
    for (at, char) in value.char_indices() {
        let is_special = matches!(char, ',' | '+' | '"' | '\\' | '<' | '>' | ';')
            || (at == 0 && matches!(char, ' ' | '#'))
            || (at == last && char == ' ');
        if is_special {
            text.push('\\');
        }
        text.push(char);
    }
    text
}

/// A new name.
pub(super) fn new_name(m: &mut Machine<'_>, name: &Name) -> Value {
    m.new_payload(class::OPENSSL_NAME, NameData::from(name))
}

fn own(m: &mut Machine<'_>, this: Value) -> Flow<NameData> {
    match m.payload::<NameData>(this) {
        Some(name) => Ok(name.clone()),
        None => Err(m.type_error("wrong argument (OpenSSL/X509/Name expected)")),
    }
}

fn refuse(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let what = format!("OpenSSL::X509::Name.{}", args.name);
    Err(m.not_implemented(&what))
}

fn to_s(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = own(m, this)?;
    let text = match args.opt(0) {
        None | Some(Value::Int(0)) => name.compat(),
        Some(Value::Int(0x0111_0317)) => name.rfc2253(),
        Some(Value::Int(0x0082_031f)) => name.oneline(),
        Some(_) => return Err(m.not_implemented("this form of a name")),
    };
    Ok(m.new_str(text))
}

fn to_utf8(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = own(m, this)?.rfc2253();
    Ok(m.new_str(text))
}

fn to_a(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = own(m, this)?;
    let mut list = Vec::new();
    for part in name.0 {
        let key = m.new_str(part.key);
        let value = m.new_str(part.value);
        list.push(m.new_array(vec![key, value, Value::Int(i64::from(part.tag))]));
    }
    Ok(m.new_array(list))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = own(m, this)?.rfc2253();
    Ok(m.new_str(format!("#<OpenSSL::X509::Name {text}>")))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = own(m, this)?;
    Ok(Value::Bool(m.payload::<NameData>(args[0]) == Some(&name)))
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = own(m, this)?;
    Ok(match m.payload::<NameData>(args[0]) {
        Some(other) => Value::Int(name.cmp(other) as i64),
        None => Value::Nil,
    })
}

fn hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    own(m, this)?.hash(&mut hasher);
    Ok(Value::Int((hasher.finish() >> 2) as i64))
}
