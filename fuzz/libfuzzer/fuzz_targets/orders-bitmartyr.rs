#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| botyard_fuzz::check("orders-bitmartyr", bytes));
