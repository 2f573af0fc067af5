//! `Zlib`: the checksums `crc32` and `adler32`. Compression is not supported.

use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

/// `Zlib`
pub(crate) static ZLIB: NativeClass = NativeClass {
    name: "Zlib",
    class_methods: &[
        method("crc32", 0, 2, crc32),
        method("adler32", 0, 2, adler32),
        method("crc_table", 0, 0, crc_table),
        method("deflate", 1, 2, unsupported),
        method("inflate", 1, 1, unsupported),
        method("gzip", 1, -1, unsupported),
        method("gunzip", 1, 1, unsupported),
    ],
    ..NativeClass::MODULE
};

/// `Zlib::Error`
pub(crate) static ERROR: NativeClass =
    NativeClass { name: "Zlib::Error", superclass: Some("StandardError"), ..NativeClass::EMPTY };

fn unsupported(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let what = format!("Zlib.{}", args.name);
    Err(m.not_implemented(&what))
}

fn table_entry(index: u32) -> u32 {
    (0..8)
        .fold(index, |entry, _| if entry & 1 == 1 { entry >> 1 ^ 0xedb8_8320 } else { entry >> 1 })
}

fn crc_table(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let entries = (0..256).map(|index| Value::Int(i64::from(table_entry(index)))).collect();
    Ok(m.new_array(entries))
}

/// The bytes and the initial value for a checksum.
fn arguments(m: &mut Machine<'_>, args: Args<'_>, start: i64) -> Flow<Option<(Vec<u8>, u32)>> {
    let start = match args.opt(1) {
        Some(start) => m.to_int(start)?,
        None => start,
    };
    match args.opt(0) {
        None | Some(Value::Nil) => Ok(None),
        Some(text) => {
            let id = m.to_str(text)?;
            Ok(Some((m.string(id).to_vec(), start as u32)))
        }
    }
}

fn crc32(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let Some((bytes, start)) = arguments(m, args, 0)? else { return Ok(Value::Int(0)) };
    let table: Vec<u32> = (0..256).map(table_entry).collect();
    let sum = bytes
        .iter()
        .fold(!start, |sum, &byte| sum >> 8 ^ table[((sum ^ u32::from(byte)) & 0xff) as usize]);
    Ok(Value::Int(i64::from(!sum)))
}

fn adler32(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let Some((bytes, start)) = arguments(m, args, 1)? else { return Ok(Value::Int(1)) };
    let (mut a, mut b) = (start & 0xffff, start >> 16);
    for byte in bytes {
        a = (a + u32::from(byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    Ok(Value::Int(i64::from(b << 16 | a)))
}
