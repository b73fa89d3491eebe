//! Proofs that a side wins in Chess Fragments: found, written, read, checked; and nothing wrong passes the check.

use std::sync::atomic::AtomicBool;

use adoube_engine::endgames::{Endgames, build};
use adoube_engine::proof::{Attempt, Certificate, CertificateError, ProofLimits, Prover, check};
use rules::{Color, Fragments, Position};

fn attempt(start: &Position<Fragments>, winner: Color, nodes: u64) -> Attempt {
    let endgames = Endgames::embedded().unwrap();
    let stop = AtomicBool::new(false);
    Prover::new(winner, &endgames, 16, &stop).prove(start, ProofLimits { nodes: Some(nodes), time: None })
}

fn setup(name: &str) -> Position<Fragments> {
    Fragments::setup(name).unwrap_or(name).parse().unwrap()
}

fn proof(name: &str, winner: Color) -> Certificate {
    match attempt(&setup(name), winner, 2_000_000) {
        Attempt::Proven(certificate) => *certificate,
        other => panic!("{name}: {other:?}"),
    }
}

/// Seven men; a dozen plies.
const BUSY: &str = "k1b2/4p/K3P/1P1P1/4N w - -";

#[test]
fn the_test_positions_of_the_game_are_proven_and_checked() {
    let endgames = Endgames::embedded().unwrap();
    for (name, winner, plies) in [
        ("sample2", Color::White, 9),
        ("sample3", Color::White, 5),
        ("sample4", Color::Black, 6),
        ("sample5", Color::White, 3),
        ("sample6", Color::White, 1),
        ("sample7", Color::White, 7),
    ] {
        let certificate = proof(name, winner);
        let proven = check(&certificate, &endgames).unwrap();
        assert!(proven.plies >= plies && proven.ends > 0, "{name}: {proven:?}");
        let again: Certificate = certificate.to_string().parse().unwrap();
        assert_eq!(check(&again, &endgames), Ok(proven), "{name} read again");
    }
}

#[test]
fn a_position_given_up_on_one_line_is_proven_on_another() {
    // Won in 59 plies, most of them to and fro: the same positions come up on lines where they repeat and where they win.
    let start: Position<Fragments> = "Nk3/4p/5/5/2K2 w e4 -".parse().unwrap();
    let (endgames, stop) = (build(3, 1, &|_| {}), AtomicBool::new(false));
    let limits = ProofLimits { nodes: Some(500_000), time: None };
    let Attempt::Proven(certificate) = Prover::new(Color::White, &endgames, 16, &stop).prove(&start, limits) else {
        panic!("no proof")
    };
    assert!(check(&certificate, &endgames).unwrap().plies >= 59);
}

#[test]
fn proofs_that_were_kept_still_hold() {
    let endgames = Endgames::embedded().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/proofs");
    // From sample1: a pawn given away at once.
    for (name, moves, plies) in
        [("sample1-a2a3-d4d3", ["a2a3", "d4d3"], 73), ("sample1-b2b3-d4d3", ["b2b3", "d4d3"], 43)]
    {
        let certificate: Certificate =
            std::fs::read_to_string(format!("{folder}/{name}.proof")).unwrap().parse().unwrap();
        let start =
            moves.iter().fold(setup("sample1"), |position, text| position.after(position.uci_move(text).unwrap()));
        assert_eq!((certificate.start.to_string(), certificate.winner), (start.to_string(), Color::White));
        assert_eq!(check(&certificate, &endgames).unwrap().plies, plies, "{name}");
    }
}

#[test]
fn a_proof_that_has_been_tampered_with_proves_nothing() {
    let endgames = Endgames::embedded().unwrap();
    let text = proof(BUSY, Color::White).to_string();
    let (head, moves) = text.split_once("moves ").unwrap();
    let moves: Vec<&str> = moves.split_whitespace().skip(1).collect();
    assert!(moves.len() >= 3, "{text}");
    let verdict = |head: &str, moves: &[&str]| {
        let text = format!("{head}moves {}\n{}\n", moves.len(), moves.join(" "));
        text.parse::<Certificate>().and_then(|certificate| check(&certificate, &endgames))
    };
    assert!(verdict(head, &moves).is_ok());
    let fewer = verdict(head, &moves[..moves.len() - 1]);
    assert!(matches!(fewer, Err(CertificateError::Missing { .. })), "{fewer:?}");
    let more = verdict(head, &[&moves[..], &["a1a2"]].concat());
    assert_eq!(more, Err(CertificateError::LeftOver { number: 1 }));
    let illegal = verdict(head, &[&["a1a5"], &moves[1..]].concat());
    assert!(matches!(illegal, Err(CertificateError::Illegal { number: 1, .. })), "{illegal:?}");
    let turned = verdict(&head.replace("White", "Black"), &moves);
    assert!(turned.is_err(), "{turned:?}");
}

#[test]
fn a_line_that_comes_back_is_no_proof() {
    // Right to and fro with five men: nothing is proven by waiting.
    let text = "adoube proof 2\nfen k4/p4/5/P4/2KR1 w - -\nwinner White\nmen 4\nmoves 3\nd1d2 d2d1 d1d2\n";
    let certificate: Certificate = text.parse().unwrap();
    let checked = check(&certificate, &Endgames::embedded().unwrap());
    assert!(checked.is_err(), "{checked:?}");
}

#[test]
fn a_proof_says_which_endings_it_leaves_out() {
    let text = "adoube proof 2\nfen k4/p4/5/P4/2KR1 w - -\nwinner White\nmen 5\nmoves 0\n";
    let certificate: Certificate = text.parse().unwrap();
    let checked = check(&certificate, &Endgames::embedded().unwrap());
    assert_eq!(checked, Err(CertificateError::Endings { needed: 5, known: 4 }));
}

#[test]
fn what_is_not_won_is_not_proven() {
    // The loser of a proven position, and a drawn ending.
    assert!(!matches!(attempt(&setup("sample7"), Color::Black, 20_000), Attempt::Proven(_)));
    let drawn = setup("k1b2/5/5/5/K1B2 w - -");
    for winner in Color::ALL {
        assert!(!matches!(attempt(&drawn, winner, 20_000), Attempt::Proven(_)), "{winner}");
    }
}

#[test]
fn limits_are_kept() {
    assert!(matches!(attempt(&setup("sample0"), Color::White, 5_000), Attempt::Unfinished));
}

#[test]
fn a_text_that_is_no_proof_is_told_why() {
    for (text, line, expected) in [
        ("", 0, "a line that begins with \"adoube proof\""),
        ("adoube proof 1\n", 1, "version 2"),
        ("adoube proof 2\nfen nonsense\n", 2, "a position ("),
        ("adoube proof 2\nfen k4/5/5/3P1/2K2 w d2 -\nwinner Grey\n", 3, "White or Black"),
        ("adoube proof 2\nfen k4/5/5/3P1/2K2 w d2 -\nwinner White\nmen x\n", 4, "a number of men"),
        (
            "adoube proof 2\nfen k4/5/5/3P1/2K2 w d2 -\nwinner White\nmen 4\nmoves 2\na1a2\n",
            5,
            "1, for so many moves follow",
        ),
    ] {
        let Err(CertificateError::Text { line: at, expected: told, .. }) = text.parse::<Certificate>() else {
            panic!("{text:?}");
        };
        assert!(at == line && told.starts_with(expected), "{text:?}: line {at}: {told}");
    }
}
