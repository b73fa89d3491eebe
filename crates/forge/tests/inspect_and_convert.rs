//! What inspection counts and conversion writes must be what the games hold.

use std::path::{Path, PathBuf};

use adoube_forge::convert::{Convert, Converted, Format, convert};
use adoube_forge::inspect::Inspection;
use adoube_forge::records::{Filter, Reader};
use adoube_forge::selfplay::{Goal, Openings, Settings, run};
use bulletformat::{BulletFormat, ChessBoard};
use engine::Control;
use rules::{Chess, Color, Fragments};

fn games<R: Openings>(name: &str, games: u64) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let settings = Settings { soft_nodes: 40, verified_permille: 500, table_mib: 1, ..Settings::default() };
    run::<R>(&path, &settings, Goal::Games(games), 2, &Control::default(), &|_| {}).unwrap();
    path
}

fn converted<R: Convert>(path: &Path, filter: Filter, format: Format) -> (Vec<u8>, Converted) {
    let mut out = Vec::new();
    let done = convert(&mut Reader::<R>::open(path).unwrap(), &filter, format, &mut out).unwrap();
    (out, done)
}

#[test]
fn bullet_records_hold_the_positions_of_the_games() {
    let path = games::<Chess>("bullet", 8);
    let filter = Filter::default();
    let (bytes, done) = converted::<Chess>(&path, filter, Format::Bullet);
    assert_eq!(bytes.len(), 32 * done.written as usize);
    let mut records = bytes.chunks_exact(32);
    let (mut white, mut black) = (0, 0);
    for game in Reader::<Chess>::open(&path).unwrap() {
        let game = game.unwrap();
        for (position, ply) in game.positions().filter(|(position, ply)| filter.keeps(position, *ply)) {
            let record = records.next().unwrap();
            // bullet has the board of the side to move below, its own pieces first, squares by rank and file.
            let view = if position.side_to_move() == Color::Black { position.flipped() } else { position };
            assert_eq!(record[..8], view.occupied().0.to_le_bytes());
            for (index, (_, piece)) in view.pieces().enumerate() {
                let nibble = record[8 + index / 2] >> (4 * (index % 2)) & 15;
                let letter = b"PNBRQK..pnbrqk.."[usize::from(nibble)];
                assert_eq!(char::from(letter), piece.letter(), "{view}");
            }
            assert_eq!(i32::from(i16::from_le_bytes([record[24], record[25]])), ply.score.value());
            assert_eq!(f64::from(record[26]), 2.0 * game.points(position.side_to_move()));
            let king = |color| view.king(color).unwrap().index() as u8;
            assert_eq!((record[27], record[28]), (king(Color::White), king(Color::Black) ^ 56));
            *(if position.side_to_move() == Color::White { &mut white } else { &mut black }) += 1;
        }
    }
    assert!(records.next().is_none() && white > 50 && black > 50);
}

#[test]
fn text_and_binary_say_the_same_to_bullet() {
    let path = games::<Chess>("text", 4);
    let filter = Filter { keeps_checks: true, keeps_captures: true, first_ply: 12, ..Filter::default() };
    let (text, done) = converted::<Chess>(&path, filter, Format::Text);
    let (bytes, _) = converted::<Chess>(&path, filter, Format::Bullet);
    let lines = String::from_utf8(text).unwrap();
    let records: Vec<ChessBoard> = lines.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(records.len() as u64, done.written);
    assert_eq!(ChessBoard::as_bytes_slice(&records), bytes);
}

#[test]
fn fragments_are_written_as_text_only() {
    assert!(!Format::Bullet.suits::<Fragments>() && Format::Text.suits::<Fragments>());
    let path = games::<Fragments>("fragments-text", 3);
    let (text, done) = converted::<Fragments>(&path, Filter::default(), Format::Text);
    assert_eq!(String::from_utf8(text).unwrap().lines().count() as u64, done.written);
}

#[test]
fn inspection_counts_every_position_once() {
    let path = games::<Chess>("inspected", 40);
    let mut reader = Reader::<Chess>::open(&path).unwrap();
    let seen = Inspection::of(&mut reader);
    assert_eq!((seen.games, seen.broken, seen.truncated_bytes), (40, 0, 0));
    let (_, all) = converted::<Chess>(&path, Filter::default(), Format::Text);
    assert_eq!((seen.positions, seen.usable), (all.positions, all.written));
    let sums = [
        seen.scores.iter().map(|class| class.positions).sum::<u64>(),
        seen.phases.iter().sum(),
        seen.pieces.iter().sum(),
    ];
    assert_eq!(sums, [seen.positions; 3]);
    assert_eq!([seen.results.iter().sum::<u64>(), seen.endings.iter().sum(), seen.lengths.iter().sum()], [40; 3]);
    assert!(seen.verification.wins > 0);
    // Who is far ahead wins: a file with an inverted field would show it here.
    let points = |classes: std::ops::Range<usize>| {
        let positions: u64 = seen.scores[classes.clone()].iter().map(|class| class.positions).sum();
        seen.scores[classes].iter().map(|class| class.points).sum::<f64>() / positions as f64
    };
    assert!(points(0..4) < 0.5 && points(14..17) > 0.5);
}

#[test]
fn inspection_finds_broken_and_unfinished_records() {
    let path = games::<Fragments>("inspected-broken", 5);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[64 + 33] ^= 1;
    bytes.truncate(bytes.len() - 2);
    std::fs::write(&path, &bytes).unwrap();
    let seen = Inspection::of(&mut Reader::<Fragments>::open(&path).unwrap());
    assert_eq!((seen.games, seen.broken), (3, 1));
    assert!(seen.truncated_bytes > 32 && seen.broken_shown[0].to_string().starts_with("game 1, byte 64: "));
}
