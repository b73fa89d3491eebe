//! Any line as a UCI command: it is understood or refused with one line.
#![no_main]

use adoube_uci::Command;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for line in String::from_utf8_lossy(data).lines() {
        if let Err(error) = Command::parse(line) {
            assert!(!error.to_string().contains('\n'), "an error is one line");
        }
    }
});
