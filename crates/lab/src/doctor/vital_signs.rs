//! The first look: does the engine start, speak UCI and find a move, and what are its habits?

use std::io::ErrorKind;
use std::time::Duration;

use rules::{Chess, Fragments, Game, Position, Rules};
use uci::Limits;
use uci::client::{EngineError, Failure};

use super::patient::Patient;
use super::run::NoPatient;
use super::session::{Session, to_depth};
use super::views::{self, in_plies, view_of};
use crate::matches::GameKind;

/// Looks. The outer error means that there is nobody to examine, the inner one that the patient died at once.
pub(super) fn look(patient: &mut Patient) -> Result<Result<(), EngineError>, NoPatient> {
    let mut session = match patient.start() {
        Ok(session) => session,
        Err(error) => return Err(nobody(&error, patient.has_started())),
    };
    patient.traits.identity = session.engine().identity().clone();
    patient.traits.options = session.engine().options().to_vec();
    if let Some(summary) = patient.cannot_play() {
        return Err(NoPatient {
            summary,
            advice: "Without --variant it is examined as an engine for chess.".to_owned(),
        });
    }
    let first = habits(patient, session);
    Ok(first)
}

/// So much time two more processes with a question each should have.
const TWO_MORE: Duration = Duration::from_secs(3);

/// Who takes longer for one of these questions is not waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// Sees it find a move, which it must, and then its habits as far as there is time. Who is slow has none.
fn habits(patient: &mut Patient, mut session: Session) -> Result<(), EngineError> {
    session.set_patience(PATIENCE);
    plays(&mut session, patient.variant())?;
    if patient.variant() == GameKind::Fragments {
        patient.traits.obeys_searchmoves = asked(patient, obeys::<Fragments>);
        let won = |session: &mut Session| views::centipawns_of(session, views::won_in_fragments(), 2);
        patient.traits.centipawns = view_of(&asked(patient, won)).unwrap_or_default();
        repeats::<Fragments>(patient);
        return Ok(());
    }
    patient.traits.obeys_searchmoves = asked(patient, obeys::<Chess>);
    let won = asked(patient, |session| views::centipawns(session, 2));
    patient.traits.centipawns = view_of(&won).unwrap_or_default();
    let mates = asked(patient, |session| views::mates(session, 1..=2, 40));
    patient.traits.mates = view_of(&mates).unwrap_or_default();
    patient.traits.mates_in_plies = in_plies(&mates);
    repeats::<Chess>(patient);
    patient.traits.obeys_nodes = asked(patient, keeps_to_nodes);
    Ok(())
}

/// What a fresh process says to a question. Who dies of it, or does not even stop, breaks laws that are tried later: it must not
/// keep the others from being tried.
fn asked<T: Default>(patient: &mut Patient, question: impl FnOnce(&mut Session) -> Result<T, EngineError>) -> T {
    if patient.time_left() < TWO_MORE {
        return T::default();
    }
    let answer = patient.start().and_then(|mut session| {
        session.set_patience(PATIENCE);
        question(&mut session)
    });
    answer.unwrap_or_default()
}

/// Asks for a move, the first one.
fn plays(session: &mut Session, variant: GameKind) -> Result<(), EngineError> {
    match variant {
        GameKind::Fragments => session.fresh_in(&Game::new(Position::<Fragments>::start()), &to_depth(1)),
        _ => session.fresh(&Position::start(), &to_depth(1)),
    }
    .map(drop)
}

/// Whether `go nodes` ends a search soon, and not far beyond.
fn keeps_to_nodes(session: &mut Session) -> Result<bool, EngineError> {
    session.set_patience(Duration::from_secs(1));
    let nodes = 20_000;
    let heard = session.fresh(&Position::start(), &Limits { nodes: Some(nodes), ..Limits::default() })?;
    Ok(heard.nodes().is_some_and(|told| told <= 2 * nodes))
}

/// Moves that are legal at the start of both games, and nobody's choice.
const UNLIKELY: [&str; 3] = ["a2a3", "b2b3", "b1a3"];

/// Whether it plays what it is held to.
fn obeys<R: Rules>(session: &mut Session) -> Result<bool, EngineError> {
    let start = Game::new(Position::<R>::start());
    for text in UNLIKELY {
        if session.time_is_up() {
            return Ok(false);
        }
        let only = Limits { depth: Some(2), search_moves: vec![text.to_owned()], ..Limits::default() };
        if session.fresh_in(&start, &only)?.best != text {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether two processes say the same, if there is time to ask them.
fn repeats<R: Rules>(patient: &mut Patient) {
    let start = Game::new(Position::<R>::start());
    let question = |session: &mut Session| {
        let heard = session.fresh_in(&start, &to_depth(4))?;
        Ok(Some((heard.best.clone(), heard.score(), heard.nodes())))
    };
    let (one, other) = (asked(patient, question), asked(patient, question));
    patient.traits.repeats_itself = one.is_some() && one == other;
}

/// Whether a patient that kept dying still starts and finds a move.
pub(super) fn is_alive(patient: &mut Patient) -> bool {
    patient.begin(TWO_MORE + PATIENCE);
    let variant = patient.variant();
    asked(patient, |session| plays(session, variant).map(|()| true))
}

/// Why an engine cannot be examined, and what to try.
fn nobody(error: &EngineError, has_started: bool) -> NoPatient {
    let advice = match error {
        EngineError::Start { command, source } => match source.kind() {
            _ if command.is_dir() => "That is a folder; expected the program in it.".to_owned(),
            ErrorKind::PermissionDenied => "The file may not be run; `chmod +x` lets it.".to_owned(),
            ErrorKind::NotFound if command.exists() => {
                "The file is there, but what should run it is not: the program after #! in its first line, or its loader."
                    .to_owned()
            }
            ErrorKind::NotFound => "There is no such file. Is the path right?".to_owned(),
            _ => "The file is no program for this machine: it was built for another one, or it is a script without #! in its \
                  first line."
                .to_owned(),
        },
        EngineError::UnknownOption { .. } | EngineError::OptionValue { .. } => {
            "Options are given as --option NAME=VALUE, as the engine announces them after \"uci\".".to_owned()
        }
        EngineError::Failed { failure, stderr, .. } => match failure {
            Failure::Exited(_) if stderr.contains("error while loading shared libraries") => {
                "A library is missing; its name is in the last words above.".to_owned()
            }
            Failure::Exited(_) if has_started => {
                "The program answered \"uci\", and then ended when its options were set or at \"isready\". Type its command \
                 and then these lines to see why."
                    .to_owned()
            }
            Failure::Silent(_) if has_started => {
                "The program answered \"uci\", and then fell silent at \"isready\". It must say \"readyok\" whenever it is \
                 asked, and flush its output after each line."
                    .to_owned()
            }
            Failure::Flood(_) | Failure::Talk { .. } if has_started => {
                "The program floods its output: it answered \"uci\", and then writes without end, but not \"readyok\" in answer \
                 to \"isready\"."
                    .to_owned()
            }
            Failure::Exited(_) => {
                "The program ended before it said \"uciok\". Type its command and then \"uci\" to see why.".to_owned()
            }
            Failure::Silent(_) => {
                "The program runs, but never said \"uciok\" in answer to \"uci\". Is it a UCI engine, and does it flush \
                 its output after each line?"
                    .to_owned()
            }
            Failure::Flood(_) | Failure::Talk { .. } => {
                "The program floods its output: it writes without end, but not \"uciok\" in answer to \"uci\". Is it a UCI engine?"
                    .to_owned()
            }
            Failure::Protocol(_) => "The program says moves that nobody asked for.".to_owned(),
        },
    };
    NoPatient { summary: error.to_string(), advice }
}
