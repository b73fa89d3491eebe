//! Laws: a legal position is searched, however odd it is; nonsense is survived. The first is a duty. The second is not,
//! for programs must not send nonsense, but it is a courtesy to whoever mistypes.

use std::time::Duration;

use uci::Limits;
use uci::client::{EngineError, Failure};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// Legal, but odd.
pub const LEGAL: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "odd-positions",
        says: "Every legal position can be searched, however odd it is.",
        experiment: "Positions with 218 moves, nine queens, a counter at 99, no pawns, bare kings, double check, one legal move.",
    },
    from: Pace::Quick,
    share: 2,
    run: legal,
};

/// No positions at all.
pub const HOSTILE: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "hostile-fens",
        says: "An engine survives text that is no position. The protocol does not demand it.",
        experiment: "FENs without kings, with too few ranks, with nonsense in every field; then the start position at depth 1.",
    },
    from: Pace::Quick,
    share: 2,
    run: hostile,
};

const ODD: [&str; 10] = [
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 99 80",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 98 150",
    "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
    "4k3/8/4r3/8/7b/8/8/4K3 w - - 0 1",
    "k7/8/8/8/8/8/4q3/7K w - - 0 1",
    "8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 5900",
];

const NONSENSE: [&str; 9] = [
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w ZZ99 z9 -5 x",
    "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1",
    "PPPPPPPP/8/8/4k3/8/8/4K3/pppppppp w - - 0 1",
    "hello",
];

/// After so many failures the rest is left out.
const MOST_FAILED: usize = 3;

fn legal(patient: &mut Patient) -> Result<Verdict, EngineError> {
    try_all(patient, &ODD, Certainty::Sure, "every odd position is searched", "legal")
}

fn hostile(patient: &mut Patient) -> Result<Verdict, EngineError> {
    try_all(patient, &NONSENSE, Certainty::Hint, "all nonsense is survived", "no position at all")
}

fn try_all(
    patient: &mut Patient,
    fens: &[&str],
    certainty: Certainty,
    praise: &str,
    kind: &str,
) -> Result<Verdict, EngineError> {
    let mut failed = Vec::new();
    let mut session = patient.start()?;
    let mut tried = 0;
    for fen in fens {
        if patient.must_end(tried) {
            break;
        }
        tried += 1;
        if let Err(error) = try_one(&mut session, fen) {
            failed.push((*fen, error, session.transcript()));
            // An engine that hangs in one of them hangs in others, and each takes its time.
            if failed.len() == MOST_FAILED {
                break;
            }
            session = patient.start()?;
        }
    }
    let Some((fen, error, transcript)) = failed.first() else {
        return Ok(Verdict::Pass(if tried < fens.len() {
            format!("{praise}, as far as there was time: {tried} of {}", fens.len())
        } else {
            praise.to_owned()
        }));
    };
    let is_silent = matches!(error.failure(), Some(Failure::Silent(_)));
    let (verb, culprits) = if is_silent {
        (
            "answer",
            ["a search that looks for `stop` only between iterations or moves", "a quiescence search without an end"],
        )
    } else {
        (
            "survive",
            ["a list of moves or pieces with too little room", "a FEN that is read without checking what it says"],
        )
    };
    Ok(Verdict::Finding(Box::new(Finding {
        certainty,
        summary: format!("it does not {verb} {} of {tried} FENs that are {kind}: {error}", failed.len()),
        failed: failed.len(),
        tried,
        evidence: Evidence {
            fen: (certainty == Certainty::Sure).then(|| (*fen).to_owned()),
            moves: Vec::new(),
            expected: "an answer".to_owned(),
            seen: format!("{error} after position fen {fen}"),
            transcript: transcript.clone(),
        },
        culprits: culprits.map(str::to_owned).to_vec(),
        breaks: if certainty == Certainty::Sure { "analysis of odd positions" } else { "nothing in games" }.to_owned(),
    })))
}

fn try_one(session: &mut Session, fen: &str) -> Result<(), EngineError> {
    session.set_patience(Duration::from_secs(3));
    session.new_game()?;
    session.engine().position(&format!("fen {fen}"), "")?;
    // A search of nonsense may give anything, even nothing; only the process must live.
    session.search(&Limits { depth: Some(2), nodes: Some(20_000), ..Limits::default() })?;
    session.place(&rules::Position::start())?;
    session.depth(1).map(drop)
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Position};

    use super::*;

    #[test]
    fn odd_positions_are_legal_and_nonsense_is_not() {
        for fen in ODD {
            let position: Position<Chess> = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(!position.legal_moves().is_empty(), "{fen}");
        }
        let read = NONSENSE.iter().filter(|fen| fen.parse::<Position<Chess>>().is_ok()).count();
        assert!(read <= 1, "{read}");
    }
}
