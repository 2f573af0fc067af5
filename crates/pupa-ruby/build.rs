//! Sets `has_parser` where the parser can be built. It is C code, which cannot be built for
//! WebAssembly here.
#![allow(clippy::print_stdout)]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_parser)");
    let is_wanted = std::env::var_os("CARGO_FEATURE_PARSER").is_some();
    let is_wasm = std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    if is_wanted && !is_wasm {
        println!("cargo::rustc-cfg=has_parser");
    }
}
