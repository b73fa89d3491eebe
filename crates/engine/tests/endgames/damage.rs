//! Files that are not what they should be.

use std::path::{Path, PathBuf};

use adoube_engine::endgames::{Endgames, EndgamesError, build};

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_whole_file_is_read_and_every_damage_is_named() {
    let bytes = build(3, 1, &|_| {}).to_bytes();
    let whole = Endgames::open(&file("whole.tables", &bytes)).unwrap();
    assert_eq!(whole.men(), 3);
    assert!(whole.verify(1, &|_| {}).wrong.is_empty());

    let changed = |place: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[place] = byte;
        bytes
    };
    for (name, bytes, expected) in [
        ("empty.tables", Vec::new(), "no file of tables; expected it to begin with"),
        ("short.tables", bytes[..15].to_vec(), "no file of tables; expected it to begin with"),
        ("foreign.tables", changed(0, b'X'), "no file of tables; expected it to begin with"),
        ("version.tables", changed(8, 9), "version 9 of the format; expected version 2"),
        ("men.tables", changed(10, 7), "tables of 7 men; expected 3 to 5"),
        (
            "bit.tables",
            changed(bytes.len() / 2, bytes[bytes.len() / 2] ^ 4),
            "damaged; expected a checksum that agrees",
        ),
        ("cut.tables", bytes[..bytes.len() - 100].to_vec(), "damaged; expected a checksum that agrees"),
    ] {
        let path = file(name, &bytes);
        let error = Endgames::open(&path).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: {expected}", path.display())), "{error}");
    }
    let missing = Endgames::open(Path::new("/no/such/file")).unwrap_err();
    assert!(matches!(missing, EndgamesError::Unreadable { .. }), "{missing}");
}
