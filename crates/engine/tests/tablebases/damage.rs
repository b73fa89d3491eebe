//! Missing, cut and damaged files: an error or no answer, never a crash.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use adoube_engine::{TablebaseError, Tablebases};
use rules::{Game, PieceKind};

use crate::{Random, folder, open, position};

/// A copy of the tables that goes away with its test.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Self {
        let copy = std::env::temp_dir().join(format!("adoube-tables-{}-{name}", std::process::id()));
        fs::create_dir_all(&copy).unwrap();
        for entry in fs::read_dir(folder()).unwrap() {
            let file = entry.unwrap().path();
            fs::copy(&file, copy.join(file.file_name().unwrap())).unwrap();
        }
        Self(copy)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn error(path: &Path) -> TablebaseError {
    Tablebases::open(path.to_str().unwrap()).unwrap_err()
}

#[test]
fn a_folder_that_is_missing_or_has_no_tables_is_named() {
    let missing = std::env::temp_dir().join("adoube-no-such-folder");
    let error_missing = error(&missing);
    assert!(matches!(&error_missing, TablebaseError::Folder { folder, .. } if *folder == missing));
    assert!(error_missing.to_string().contains("adoube-no-such-folder"), "{error_missing}");
    let no_tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let error_none = error(&no_tables);
    assert!(matches!(&error_none, TablebaseError::NoTables { folder } if *folder == no_tables));
    assert!(error_none.to_string().contains("KQvK.rtbw"), "{error_none}");
    assert!(matches!(
        error(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))),
        TablebaseError::Folder { .. }
    ));
}

#[test]
fn a_file_that_is_cut_or_no_table_is_named() {
    let copy = Copy::new("cut");
    let file = copy.file("KRvK.rtbz");
    let whole = fs::read(&file).unwrap();
    // Cut to a length no table has, empty, and something else of the right length.
    for content in [&whole[..whole.len() - 100], &[], &[7; 80]] {
        fs::write(&file, content).unwrap();
        let error = error(&copy.0);
        assert!(matches!(&error, TablebaseError::NotATable { file: named, .. } if *named == file), "{error}");
    }
}

#[test]
fn a_missing_table_is_no_fault_and_no_answer() {
    let copy = Copy::new("missing");
    fs::remove_file(copy.file("KRvK.rtbw")).unwrap();
    let tables = open(&copy.0);
    let rook = position("8/8/8/8/4k3/8/8/R3K3 w - - 0 1");
    assert_eq!(tables.probe_wdl(&rook), None);
    assert_eq!(tables.rank_root_moves(&Game::new(rook)), None);
    assert!(tables.fault().is_none());
    assert!(tables.probe_wdl(&position("8/8/8/8/4k3/8/8/Q3K3 w - - 0 1")).is_some());
}

#[test]
fn a_file_that_shrinks_after_opening_is_a_fault() {
    let copy = Copy::new("shrinks");
    let tables = open(&copy.0);
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        OpenOptions::new().write(true).open(copy.file(name)).unwrap().set_len(8).unwrap();
    }
    let rook = position("8/8/8/8/4k3/8/8/R3K3 w - - 0 1");
    assert_eq!(tables.probe_wdl(&rook), None);
    let fault = tables.fault().unwrap().to_string();
    assert!(fault.contains("KRvK.rtbw is damaged"), "{fault}");
    // Who has seen one damaged table trusts none.
    assert_eq!(tables.probe_wdl(&position("8/8/8/8/4k3/8/8/Q3K3 w - - 0 1")), None);
    assert_eq!(tables.rank_root_moves(&Game::new(rook)), None);
}

#[test]
fn damaged_bytes_never_crash() {
    let copy = Copy::new("damaged");
    let mut random = Random(3);
    let (mut faults, mut trials) = (0, 0);
    for (table, kind) in [("KRvK", PieceKind::Rook), ("KQvK", PieceKind::Queen), ("KPvK", PieceKind::Pawn)] {
        for extension in ["rtbw", "rtbz"] {
            let file = copy.file(&format!("{table}.{extension}"));
            let whole = fs::read(&file).unwrap();
            for trial in 0..40 {
                let mut damaged = whole.clone();
                // The header is small and does most harm.
                let reach = if trial % 2 == 0 { 200 } else { whole.len() };
                for _ in 0..=trial % 4 {
                    damaged[4 + random.below(reach.min(whole.len()) - 4)] = random.below(256) as u8;
                }
                fs::write(&file, damaged).unwrap();
                let tables = open(&copy.0);
                for _ in 0..10 {
                    let position = random.position(&[kind]);
                    let _ = tables.probe_wdl(&position);
                    let _ = tables.rank_root_moves(&Game::new(position));
                }
                trials += 1;
                faults += usize::from(tables.fault().is_some());
            }
            fs::write(&file, whole).unwrap();
        }
    }
    assert!(faults > trials / 10, "only {faults} of {trials} were noticed: nothing was damaged");
}
