//! `OpenSSL::X509::Certificate`: reads certificates; making them is not supported.

use der::{Decode, Encode};
use num_bigint::BigInt;
use x509_cert::Certificate;
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{BasicConstraints, SubjectAltName};
use x509_cert::time::Time;

use super::super::digest::Algorithm;
use super::rsa::Key;
use super::{bn, bytes_of, name, pem, rsa};
use crate::core::class;
use crate::core::numeric::ratio::Ratio;
use crate::core::time::zone::Zone;
use crate::core::time::{TimeData, new_time};
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, NativeFn, method, private};
use crate::value::Value;

/// `OpenSSL::X509::Certificate`
pub(crate) static CERTIFICATE: NativeClass = NativeClass {
    name: "OpenSSL::X509::Certificate",
    methods: &[
        private("initialize", 0, 1, initialize),
        method("subject", 0, 0, subject),
        method("issuer", 0, 0, issuer),
        method("serial", 0, 0, serial),
        method("version", 0, 0, version),
        method("not_before", 0, 0, not_before),
        method("not_after", 0, 0, not_after),
        method("public_key", 0, 0, public_key),
        method("signature_algorithm", 0, 0, signature_algorithm),
        method("extensions", 0, 0, extensions),
        method("verify", 1, 1, verify),
        method("check_private_key", 1, 1, check_private_key),
        method("to_pem", 0, 0, to_pem),
        method("to_s", 0, 0, to_pem),
        method("to_der", 0, 0, to_der),
        method("to_text", 0, 0, to_text),
        method("==", 1, 1, equals),
        method("inspect", 0, 0, inspect),
    ],
    ..NativeClass::EMPTY
};

/// `OpenSSL::X509::Extension`
pub(crate) static EXTENSION: NativeClass = NativeClass {
    name: "OpenSSL::X509::Extension",
    methods: &[
        method("oid", 0, 0, extension_oid),
        method("value", 0, 0, extension_value),
        method("value_der", 0, 0, extension_value_der),
        method("critical?", 0, 0, extension_is_critical),
        method("to_der", 0, 0, extension_to_der),
    ],
    ..NativeClass::EMPTY
};

/// The Rust data of a certificate.
#[derive(Debug, Clone)]
struct CertificateData {
    certificate: Certificate,
    der: Vec<u8>,
}

impl Payload for CertificateData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The Rust data of an extension.
#[derive(Debug, Clone)]
struct ExtensionData(Extension);

impl Payload for ExtensionData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    let Some(text) = args.opt(0) else {
        return Err(m.not_implemented("the making of certificates"));
    };
    let bytes = bytes_of(m, text)?;
    let (der, problem) = match pem::section(&bytes, "CERTIFICATE") {
        Some(der) => (der, "ASN1 lib"),
        None => (bytes, "no start line"),
    };
    let Ok(certificate) = Certificate::from_der(&der) else {
        let message = format!("PEM_read_bio_X509: {problem}");
        return Err(m.error(class::OPENSSL_CERTIFICATE_ERROR, message));
    };
    m.set_payload(id, CertificateData { certificate, der });
    Ok(Value::Nil)
}

fn own(m: &mut Machine<'_>, this: Value) -> Flow<CertificateData> {
    match m.payload::<CertificateData>(this) {
        Some(data) => Ok(data.clone()),
        None => Err(m.type_error("wrong argument (OpenSSL/X509/Certificate expected)")),
    }
}

fn subject(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    Ok(name::new_name(m, &data.certificate.tbs_certificate.subject))
}

fn issuer(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    Ok(name::new_name(m, &data.certificate.tbs_certificate.issuer))
}

fn serial(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    Ok(bn::from_bytes(m, data.certificate.tbs_certificate.serial_number.as_bytes()))
}

fn version(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Int(own(m, this)?.certificate.tbs_certificate.version as i64))
}

fn time_value(m: &mut Machine<'_>, time: Time) -> Value {
    let seconds = BigInt::from(time.to_unix_duration().as_secs());
    new_time(m, class::TIME, TimeData { at: Ratio::from_integer(seconds), zone: Zone::Utc })
}

fn not_before(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    Ok(time_value(m, data.certificate.tbs_certificate.validity.not_before))
}

fn not_after(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    Ok(time_value(m, data.certificate.tbs_certificate.validity.not_after))
}

/// The public key of a certificate; `None` if it is not an RSA key.
fn own_key(data: &CertificateData) -> Option<Key> {
    let der = data.certificate.tbs_certificate.subject_public_key_info.to_der().ok()?;
    Key::of_public_der(&der)
}

fn public_key(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    match own_key(&data) {
        Some(key) => Ok(rsa::new_key(m, key)),
        None => Err(m.not_implemented("a certificate with another key than RSA")),
    }
}

/// The name of the signature algorithm, and the digest if the algorithm is based on RSA.
fn signature(data: &CertificateData) -> (String, Option<Algorithm>) {
    let identifier = data.certificate.signature_algorithm.oid.to_string();
    let (name, algorithm) = match identifier.as_str() {
        "1.2.840.113549.1.1.4" => ("md5WithRSAEncryption", Some(Algorithm::Md5)),
        "1.2.840.113549.1.1.5" => ("sha1WithRSAEncryption", Some(Algorithm::Sha1)),
        "1.2.840.113549.1.1.11" => ("sha256WithRSAEncryption", Some(Algorithm::Sha256)),
        "1.2.840.113549.1.1.12" => ("sha384WithRSAEncryption", Some(Algorithm::Sha384)),
        "1.2.840.113549.1.1.13" => ("sha512WithRSAEncryption", Some(Algorithm::Sha512)),
        "1.2.840.113549.1.1.14" => ("sha224WithRSAEncryption", Some(Algorithm::Sha224)),
        "1.2.840.10045.4.3.2" => ("ecdsa-with-SHA256", None),
        "1.2.840.10045.4.3.3" => ("ecdsa-with-SHA384", None),
        "1.2.840.10045.4.3.4" => ("ecdsa-with-SHA512", None),
        "1.3.101.112" => ("ED25519", None),
        other => (other, None),
    };
    (name.to_owned(), algorithm)
}

fn signature_algorithm(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (name, _) = signature(&own(m, this)?);
    Ok(m.new_str(name))
}

/// `verify(key)`: whether the certificate was signed with the private half of a key.
fn verify(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    let key = rsa::key_of(m, args[0])?;
    let (_, Some(algorithm)) = signature(&data) else { return Ok(Value::FALSE) };
    let Ok(signed) = data.certificate.tbs_certificate.to_der() else { return Ok(Value::FALSE) };
    let signature = data.certificate.signature.raw_bytes();
    Ok(Value::Bool(key.verifies(algorithm, &signed, signature)))
}

fn check_private_key(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    let key = rsa::key_of(m, args[0])?;
    if !key.is_private() {
        return Err(m.argument_error("private key is needed"));
    }
    Ok(Value::Bool(own_key(&data).is_some_and(|public| key.belongs_to(&public))))
}

fn to_pem(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    Ok(m.new_str(pem::text("CERTIFICATE", &data.der)))
}

fn to_der(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    Ok(m.new_bytes(data.der, Encoding::Binary))
}

fn to_text(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Err(m.not_implemented("OpenSSL::X509::Certificate#to_text"))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    let other = m.payload::<CertificateData>(args[0]);
    Ok(Value::Bool(other.is_some_and(|other| other.der == data.der)))
}

fn inspect(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mut text = "#<OpenSSL::X509::Certificate".to_owned();
    let parts: [(&str, NativeFn); 5] = [
        (": subject=", subject),
        (", issuer=", issuer),
        (", serial=", serial),
        (", not_before=", not_before),
        (", not_after=", not_after),
    ];
    for (label, part) in parts {
        let value = part(m, this, Args { list: &[], ..args })?;
        text.push_str(label);
        text.push_str(&m.inspect(value)?);
    }
    text.push('>');
    Ok(m.new_str(text))
}

fn extensions(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = own(m, this)?;
    let list = data.certificate.tbs_certificate.extensions.unwrap_or_default();
    let list = list
        .into_iter()
        .map(|extension| m.new_payload(class::OPENSSL_EXTENSION, ExtensionData(extension)))
        .collect();
    Ok(m.new_array(list))
}

fn extension(m: &mut Machine<'_>, this: Value) -> Flow<Extension> {
    match m.payload::<ExtensionData>(this) {
        Some(data) => Ok(data.0.clone()),
        None => Err(m.type_error("wrong argument (OpenSSL/X509/Extension expected)")),
    }
}

fn extension_oid(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let identifier = extension(m, this)?.extn_id.to_string();
    let name = match identifier.as_str() {
        "2.5.29.14" => "subjectKeyIdentifier",
        "2.5.29.15" => "keyUsage",
        "2.5.29.17" => "subjectAltName",
        "2.5.29.18" => "issuerAltName",
        "2.5.29.19" => "basicConstraints",
        "2.5.29.31" => "crlDistributionPoints",
        "2.5.29.32" => "certificatePolicies",
        "2.5.29.35" => "authorityKeyIdentifier",
        "2.5.29.37" => "extendedKeyUsage",
        "1.3.6.1.5.5.7.1.1" => "authorityInfoAccess",
        other => other,
    };
    Ok(m.new_str(name))
}

/// The notation of an alternative name of the subject.
fn alternative(name: &GeneralName) -> Option<String> {
    Some(match name {
        GeneralName::DnsName(name) => format!("DNS:{name}"),
        GeneralName::Rfc822Name(name) => format!("email:{name}"),
        GeneralName::UniformResourceIdentifier(name) => format!("URI:{name}"),
        GeneralName::IpAddress(address) => match address.as_bytes() {
            [a, b, c, d] => format!("IP Address:{a}.{b}.{c}.{d}"),
            bytes if bytes.len() == 16 => {
                let groups = bytes
                    .chunks(2)
                    .map(|pair| format!("{:X}", u16::from_be_bytes([pair[0], pair[1]])));
                format!("IP Address:{}", groups.collect::<Vec<_>>().join(":"))
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// The notation of an extension's value; `None` for an unknown kind.
fn value_text(extension: &Extension) -> Option<String> {
    let bytes = extension.extn_value.as_bytes();
    match extension.extn_id.to_string().as_str() {
        "2.5.29.17" => {
            let names = SubjectAltName::from_der(bytes).ok()?;
            let names: Option<Vec<String>> = names.0.iter().map(alternative).collect();
            Some(names?.join(", "))
        }
        "2.5.29.19" => {
            let constraints = BasicConstraints::from_der(bytes).ok()?;
            let ca = if constraints.ca { "CA:TRUE" } else { "CA:FALSE" };
            Some(match constraints.path_len_constraint {
                Some(length) => format!("{ca}, pathlen:{length}"),
                None => ca.to_owned(),
            })
        }
        "2.5.29.14" => {
            let key = der::asn1::OctetString::from_der(bytes).ok()?;
            let bytes: Vec<String> =
                key.as_bytes().iter().map(|byte| format!("{byte:02X}")).collect();
            Some(bytes.join(":"))
        }
        _ => None,
    }
}

fn extension_value(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let extension = extension(m, this)?;
    match value_text(&extension) {
        Some(text) => Ok(m.new_str(text)),
        None => Err(m.not_implemented("the value of this extension")),
    }
}

fn extension_value_der(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let extension = extension(m, this)?;
    Ok(m.new_bytes(extension.extn_value.as_bytes().to_vec(), Encoding::Binary))
}

fn extension_to_der(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match extension(m, this)?.to_der() {
        Ok(der) => Ok(m.new_bytes(der, Encoding::Binary)),
        Err(error) => Err(m.runtime_error(error.to_string())),
    }
}

fn extension_is_critical(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(extension(m, this)?.critical))
}
