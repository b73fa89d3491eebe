//! Data, checkpoints and networks as files.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use engine::network::Network;
use rules::Fragments;

use super::random_game;
use crate::records::{Filter, Header, Variant, Writer};
use crate::train::{Dataset, Progress, Settings, Summary, TrainError, checkpoint_path, plot_path, train};

/// An empty folder for one test, gone after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("adoube-train-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A file of random games.
fn games(folder: &Folder, name: &str, numbers: std::ops::Range<u64>) -> PathBuf {
    let path = folder.join(name);
    let header = Header {
        variant: Variant::Fragments,
        adjudicates: false,
        soft_nodes: 1,
        seed: 1,
        shuffled_permille: 0,
        verified_permille: 0,
        table_mib: 1,
        engine: "chance".to_owned(),
    };
    let mut writer = Writer::open::<Fragments>(&path, &header).unwrap();
    numbers.for_each(|number| writer.write(&random_game::<Fragments>(number)).unwrap());
    path
}

fn settings() -> Settings {
    Settings { hidden: 32, epochs: 4, batch: 200, validation_permille: 200, ..Settings::usual::<Fragments>() }
}

fn read(file: &Path, settings: &Settings) -> Dataset {
    Dataset::read::<Fragments>(&[file.to_path_buf()], settings, &|_| {}).unwrap()
}

fn run(data: &Dataset, settings: &Settings, out: &Path, threads: usize) -> Result<Summary, TrainError> {
    train::<Fragments>(data, settings, out, threads, &|_| {})
}

#[test]
fn games_are_split_filtered_and_counted_once_if_so_wanted() {
    let folder = Folder::new("data");
    let file = games(&folder, "a.games", 0..40);
    let all = Filter { keeps_checks: true, keeps_captures: true, score_below: 30_000, first_ply: 0 };
    let settings = Settings { filter: all, ..settings() };
    let data = read(&file, &settings);
    assert_eq!((data.games, data.broken), (40, 0));
    assert_eq!((data.training.len() + data.validation.len()) as u64, data.positions);
    // Every game begins in the same position, and is as a whole in one part or the other.
    let start = data.training[0].position::<Fragments>().unwrap().to_string();
    let starts = |samples: &[crate::train::Sample]| {
        samples.iter().filter(|sample| sample.position::<Fragments>().unwrap().to_string() == start).count()
    };
    let (learned, measured) = (starts(&data.training), starts(&data.validation));
    assert!(learned + measured == 40 && (2..20).contains(&measured), "{learned} and {measured}");
    assert_ne!(read(&file, &Settings { seed: 2, ..settings.clone() }).description(), data.description());
    assert_eq!(read(&file, &settings).description(), data.description());

    let unique = read(&file, &Settings { unique: true, ..settings.clone() });
    assert_eq!(starts(&unique.training) + starts(&unique.validation), 1);
    assert_eq!((unique.training.len() + unique.validation.len()) as u64 + unique.duplicates, data.positions);
    let quiet = read(&file, &Settings { filter: Filter::default(), ..settings.clone() });
    assert!(quiet.training.len() < data.training.len());
    let error = Dataset::read::<rules::Chess>(&[file], &settings, &|_| {}).unwrap_err();
    assert!(error.source.to_string().contains("holds games of fragments; expected chess"));
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = Folder::new("resume");
    let (settings, file) = (settings(), games(&folder, "a.games", 0..40));
    let data = read(&file, &settings);
    let (whole, again) = (folder.join("whole.bin"), folder.join("again.bin"));
    let half_way = folder.join("half-way");
    let saved = Mutex::new(false);
    let save = |at: &Progress| {
        let mut saved = saved.lock().unwrap();
        if at.history.len() == 2 && !*saved {
            std::fs::copy(checkpoint_path(&whole), &half_way).unwrap();
            *saved = true;
        }
    };
    let summary = train::<Fragments>(&data, &settings, &whole, 1, &save).unwrap();
    assert_eq!((summary.history.len(), summary.resumed_from), (4, 0));
    assert!(summary.history[3].training < summary.history[0].training);
    assert!(summary.history[3].validation < summary.history[0].validation);
    assert!(std::fs::read_to_string(plot_path(&whole)).unwrap().starts_with("<svg"));
    let bytes = std::fs::read(&whole).unwrap();
    let network = Network::<Fragments>::from_bytes(&bytes).unwrap();
    assert!(network.description().contains("; epochs 4; ") && network.description().contains("; epoch 4 of 4; "));

    run(&data, &settings, &again, 3).unwrap();
    assert_eq!(std::fs::read(&again).unwrap(), bytes, "three threads");
    std::fs::copy(&half_way, checkpoint_path(&again)).unwrap();
    let summary = run(&data, &settings, &again, 2).unwrap();
    assert_eq!(summary.resumed_from, 2);
    assert_eq!(std::fs::read(&again).unwrap(), bytes, "broken off after two epochs");
    let summary = run(&data, &settings, &again, 1).unwrap();
    assert_eq!((summary.resumed_from, summary.history.len()), (4, 4));
    assert_eq!(std::fs::read(&again).unwrap(), bytes, "nothing left to do");
    run(&data, &Settings { seed: 2, ..settings }, &folder.join("other.bin"), 1).unwrap();
    assert_ne!(std::fs::read(folder.join("other.bin")).unwrap(), bytes, "another seed");
}

#[test]
fn a_training_can_begin_with_the_weights_of_another() {
    let folder = Folder::new("from");
    let file = games(&folder, "a.games", 0..40);
    let data = read(&file, &settings());
    let (first, second) = (folder.join("first.bin"), folder.join("second.bin"));
    let earlier = run(&data, &settings(), &first, 1).unwrap();
    let gently =
        Settings { from: Some(checkpoint_path(&first)), epochs: 1, rate: 1e-6, final_rate: 1e-6, ..settings() };
    let later = run(&data, &gently, &second, 1).unwrap();
    let is_the_same =
        |later: &Summary| (later.history[0].validation / earlier.history[3].validation - 1.0).abs() < 0.01;
    assert!(is_the_same(&later));
    // The network alone is enough; king buckets and more neurons begin as it was without.
    for (king_buckets, hidden) in [(1, 32), (4, 32), (1, 64), (2, 96)] {
        let from_network = Settings { from: Some(first.clone()), king_buckets, hidden, ..gently.clone() };
        let grown = run(&data, &from_network, &folder.join(&format!("{king_buckets}-{hidden}.bin")), 1).unwrap();
        assert!(is_the_same(&grown), "{king_buckets} buckets, {hidden} neurons: {:?}", grown.history);
    }
    let alone = Settings { from: Some(first.clone()), king_buckets: 4, factor: false, ..gently.clone() };
    assert!(is_the_same(&run(&data, &alone, &folder.join("alone.bin"), 1).unwrap()));
    let turned = Settings { from: Some(first.clone()), mirror: false, ..gently.clone() };
    assert!(run(&data, &turned, &folder.join("third.bin"), 1).is_err());
    let other = Settings { from: Some(folder.join("1-64.bin")), ..gently.clone() };
    let error = run(&data, &other, &folder.join("third.bin"), 1).unwrap_err();
    assert!(std::error::Error::source(&error).unwrap().to_string().contains("another shape"));
    let error = run(&data, &Settings { hidden: 64, ..gently }, &folder.join("third.bin"), 1).unwrap_err();
    let reason = std::error::Error::source(&error).unwrap().to_string();
    assert!(reason.contains("was begun with hidden 32 instead of 64; expected"), "{reason}");
}

#[test]
fn what_cannot_be_gone_on_with_is_refused_and_left_alone() {
    let folder = Folder::new("refused");
    let settings = Settings { epochs: 1, ..settings() };
    let file = games(&folder, "a.games", 0..12);
    let (data, out) = (read(&file, &settings), folder.join("net.bin"));
    run(&data, &settings, &out, 1).unwrap();
    let kept = std::fs::read(checkpoint_path(&out)).unwrap();
    let reason = |data: &Dataset, settings: &Settings| {
        let error = run(data, settings, &out, 1).unwrap_err();
        let source = std::error::Error::source(&error).map(ToString::to_string);
        format!("{error}: {}", source.unwrap_or_default())
    };
    let text = reason(&data, &Settings { rate: 0.1, hidden: 64, ..settings.clone() });
    assert!(text.contains("was begun with hidden 32 instead of 64, rate 0.001 instead of 0.1; expected"), "{text}");
    let more = read(&games(&folder, "b.games", 0..13), &settings);
    assert!(reason(&more, &settings).contains("positions of 12 games"));
    assert_eq!(std::fs::read(checkpoint_path(&out)).unwrap(), kept);

    for length in [0, 7, 20, kept.len() / 2, kept.len() - 1] {
        std::fs::write(checkpoint_path(&out), &kept[..length]).unwrap();
        assert!(reason(&data, &settings).contains("is no whole checkpoint"));
    }
    std::fs::remove_file(checkpoint_path(&out)).unwrap();
    assert!(reason(&data, &settings).contains("net.bin: is there already without a checkpoint"));
    let error = run(&data, &settings, &folder.join("net.svg"), 1).unwrap_err();
    assert!(error.to_string().contains("net.svg: is what the checkpoint or the plot will be called"));
    let nothing = Dataset::default();
    assert!(reason(&nothing, &settings).contains("no positions to learn from"));
    for (change, expected) in [
        (Settings { hidden: 40, ..settings.clone() }, "hidden: 40; expected a multiple of 32 up to 1024"),
        (Settings { king_buckets: 3, ..settings.clone() }, "king buckets: 3; expected one of [1, 2, 4, 8, 16]"),
        (Settings { output_buckets: 0, ..settings.clone() }, "output buckets: 0; expected 1 to 32"),
        (Settings { wdl: 1.5, ..settings.clone() }, "wdl: 1.5; expected 0 to 1"),
        (Settings { rate: f32::NAN, ..settings.clone() }, "rate: NaN; expected more than 0, at most 1"),
        (Settings { batch: 0, ..settings.clone() }, "batch: 0; expected at least 1"),
    ] {
        assert!(reason(&data, &change).contains(expected), "{expected}");
    }
}
