//! Law: an engine never takes more time than it has. With little time for one move, over a game, and beside a process
//! that keeps every processor busy.

use std::time::Duration;

use rules::{Chess, Game, Position};
use uci::Limits;
use uci::client::EngineError;

use super::jitter::Jitter;
use super::load;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, excerpt, so_many};

/// One move with little time.
pub const SINGLE: Check = Check {
    law: Law {
        group: Group::Time,
        name: "clock",
        says: "An engine answers before its clock runs out, however little is left.",
        experiment: "Moves with 50 ms left, with 300 ms for one move to go, with 100 ms and as much increment, with 200 ms and \
            2 s of increment, and with 5 ms, which is no clock at all, and 200 ms of increment; several times each, for both \
            colours. The last one is late when the increment is spent too. What this machine is late by itself is measured and forgiven.",
    },
    from: Pace::Quick,
    share: 3,
    run: single,
};

/// A game.
pub const GAME: Check = Check {
    law: Law {
        group: Group::Time,
        name: "game-clock",
        says: "An engine does not lose a game on time.",
        experiment: "The engine plays both sides with a second each and 10 ms for every move.",
    },
    from: Pace::Quick,
    share: 4,
    run: game,
};

/// A game on a busy machine.
pub const LOADED: Check = Check {
    law: Law {
        group: Group::Time,
        name: "under-load",
        says: "An engine does not lose on time when it has to share the machine.",
        experiment: "The same, while another process, a search of adoube with a thread for each processor, keeps the machine busy.",
    },
    from: Pace::Usual,
    share: 4,
    run: loaded,
};

fn single(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let jitter = Jitter::measure();
    let mut session = patient.start()?;
    let ms = Duration::from_millis;
    let kinds = [
        ("50 ms left", ms(50), Duration::ZERO, None, ms(50)),
        ("300 ms and one move to go", ms(300), Duration::ZERO, Some(1), ms(300)),
        ("100 ms and an increment of 100 ms", ms(100), ms(100), None, ms(100)),
        ("200 ms and an increment of 2 s", ms(200), ms(2000), None, ms(200)),
        // Nobody can be sure to answer within 5 ms; but who takes more than he will get plays on without a clock.
        ("5 ms and an increment of 200 ms", ms(5), ms(200), None, ms(205)),
    ];
    let tries = patient.pace().pick(4, 10, 30);
    let mut worst: f64 = 0.0;
    let (mut tried, planned) = (0, kinds.len() * tries);
    patient.grant(ms(patient.pace().pick(4000, 10_000, 30_000)));
    for (name, clock, increment, moves_to_go, allowed) in kinds {
        let (mut asked, mut late) = (0, Vec::new());
        for position in patient.positions(0xc10c, Phase::Middle).take(tries) {
            // Once may be the machine: what was begun is tried twice.
            if asked != 1 && patient.must_end(tried) {
                break;
            }
            session.new_game()?;
            session.place(&position)?;
            let limits =
                Limits { time: [Some(clock); 2], increment: [Some(increment); 2], moves_to_go, ..Limits::default() };
            let heard = jitter.search(&mut session, &limits, allowed)?;
            (asked, tried) = (asked + 1, tried + 1);
            worst = worst.max(heard.time.as_secs_f64() / allowed.as_secs_f64());
            if heard.time > allowed + jitter.margin {
                late.push((position, heard.time, session.transcript()));
            }
        }
        // Half of the time is the engine.
        if late.len() > 1 && late.len() * 2 >= asked {
            let (position, time, transcript) = &late[late.len() - 1];
            let from = transcript.iter().rposition(|said| said.text == "ucinewgame").unwrap_or(0);
            let certainty = if jitter.is_quiet() { Certainty::Sure } else { Certainty::Likely };
            let finding = Finding::new(certainty, format!("it takes {time:.0?} with {name}"))
                .counted(late.len(), asked)
                .at(position)
                .expected(
                    format!("less than {allowed:.0?} (this machine is late by {:.0?} itself)", jitter.worst),
                    format!("{time:.0?}"),
                )
                .transcript(excerpt(transcript, from))
                .blame(&[
                    "the increment is counted as time that is there already",
                    "no allowance for the time that a move needs to arrive (Move Overhead)",
                    "the clock is looked at too rarely",
                ])
                .breaks("games are lost on time");
            return Ok(finding.verdict());
        }
    }
    let part = 100.0 * worst;
    Ok(Verdict::Pass(format!(
        "{} took {part:.0} % of the time they had at most; this machine is late by {:.0?}",
        so_many(tried, planned, "moves"),
        jitter.worst
    )))
}

fn game(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let jitter = Jitter::measure();
    play(patient, jitter, "")
}

fn loaded(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let load = match load::begin(patient.companion()) {
        Ok(load) => load,
        Err(why) => return Ok(Verdict::CannotTell(why)),
    };
    let jitter = Jitter::measure();
    let verdict = play(patient, jitter, " on a busy machine");
    drop(load);
    verdict
}

/// A game of the engine against itself, with clocks.
fn play(patient: &mut Patient, jitter: Jitter, how: &str) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let increment = Duration::from_millis(10);
    let mut clocks = [Duration::from_secs(1); 2];
    let mut game = Game::new(Position::<Chess>::start());
    let (mut late, mut least) = (0, clocks[0]);
    session.new_game()?;
    let plies = patient.pace().pick(60, 120, 240);
    while game.moves().len() < plies && game.outcome().is_none() && !patient.time_is_up() {
        let side = game.position().side_to_move();
        session.place_game(&game)?;
        let limits =
            Limits { time: [Some(clocks[0]), Some(clocks[1])], increment: [Some(increment); 2], ..Limits::default() };
        let left = clocks[side.index()];
        let heard = jitter.search(&mut session, &limits, left)?;
        if heard.time > left + jitter.margin {
            late += 1;
            let certainty = match (late, jitter.is_quiet()) {
                (_, true) => Certainty::Sure,
                (2.., false) => Certainty::Likely,
                _ => Certainty::Hint,
            };
            // One lapse of a busy machine is forgiven.
            if certainty != Certainty::Hint {
                let finding =
                    Finding::new(certainty, format!("it loses on time at ply {}{how}", game.moves().len() + 1))
                        .counted(late, game.moves().len() + 1)
                        .at(game.position())
                        .expected(
                            format!("less than {left:.0?} (this machine is late by {:.0?} itself)", jitter.worst),
                            format!("{:.0?}", heard.time),
                        )
                        .transcript(session.transcript())
                        .blame(&[
                            "too large a part of the clock is given to early moves",
                            "no allowance for the time that a move needs to arrive (Move Overhead)",
                            "the clock is looked at too rarely",
                        ])
                        .breaks("games are lost on time");
                return Ok(finding.verdict());
            }
        }
        clocks[side.index()] = left.saturating_sub(heard.time) + increment;
        least = least.min(clocks[side.index()]);
        let Ok(mv) = game.position().uci_move(&heard.best) else {
            return Ok(Verdict::CannotTell(format!(
                "it played {}, which is illegal (see rules/best-moves)",
                heard.best
            )));
        };
        game.play(mv);
    }
    let plies = game.moves().len();
    if plies < 10 {
        return Ok(Verdict::CannotTell("there was no time for a game".to_owned()));
    }
    Ok(Verdict::Pass(format!(
        "{plies} plies{how}, never less than {least:.0?} left; this machine is late by {:.0?}",
        jitter.worst
    )))
}
