//! The laws that audits try, from the ground up: what is above may break because of what is below, so the first one broken is the one
//! to look at.

use rules::{Chess, Fragments};

use super::{Docket, Effort, board, draws, entries, habits, judgement, tree};

/// A law of the engine's insides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Law {
    /// Its name in the group `inside`.
    pub name: &'static str,
    /// What it says, in one sentence.
    pub says: &'static str,
    /// How it is tried.
    pub experiment: &'static str,
    /// Where to look if it is broken.
    pub culprits: &'static [&'static str],
    /// What goes wrong then.
    pub breaks: &'static str,
}

/// An audit: a law, and how it is tried.
#[derive(Debug)]
pub struct Audit {
    /// The law.
    pub law: Law,
    pub(super) try_on: fn(Effort, &mut Docket),
}

macro_rules! audits {
    ($($name:literal $says:literal $experiment:literal [$($culprit:literal),*] $breaks:literal $try_on:expr;)*) => {
        &[$(Audit {
            law: Law {
                name: $name,
                says: $says,
                experiment: $experiment,
                culprits: &[$($culprit),*],
                breaks: $breaks,
            },
            try_on: $try_on,
        },)*]
    };
}

/// The audits of both games, one after the other.
macro_rules! both {
    ($($part:ident::$audit:ident),*) => {
        |effort, docket| {
            $($part::$audit::<Chess>(effort, docket);)*
            $($part::$audit::<Fragments>(effort, docket);)*
        }
    };
}

/// All audits, in the order in which they are made.
pub static AUDITS: &[Audit] = audits! {
    "move-generation" "The legal moves are those of the rules"
        "random games, with a slow second opinion on the rules beside them that tracks its own rights"
        ["castling over attacked squares, or with rights that should be gone", "pins, above all of pawns taken in passing",
            "promotions"]
        "illegal moves lose games, and legal ones that are not seen lose them more slowly"
        both!(board::move_generation);
    "keys" "A key belongs to one position, however it is reached"
        "random games, keys computed anew after every move; the same position without its rights; moves made and taken back"
        ["something that decides what can happen next is not in the key", "a special move updates the key wrongly"]
        "the table and the repetition rule take one position for another"
        both!(board::keys);
    "fifty-moves" "The fifty-move rule strikes on its ply, and not before a mate"
        "the counter along random games; one-ply searches of single moves near its end"
        ["the counter is not reset, or compared with the wrong number", "mate on the last ply is not looked for"]
        "wins are drawn that were there, and draws are missed"
        both!(draws::fifty_moves);
    "null-move" "A null move changes the side to move and nothing else, and is not tried where zugzwang lives"
        "null moves against set-ups with the other side to move; searches of pawn endings"
        ["the en passant square survives the null move", "null moves are tried without pieces"]
        "cuts are believed that are wrong, above all in endings"
        both!(board::null_moves, habits::null_moves);
    "exchange" "A static exchange is worth what taking on the square for as long as it pays is worth"
        "captures and promotions of random games, played out in every order by a slow second opinion; where captures open lines so that the order matters, with the cheapest piece first"
        ["who holds the exchange at its end", "sliders behind the first attacker"]
        "captures are ordered and pruned by a wrong worth"
        both!(board::exchanges);
    "dead-positions" "A position is dead if neither side can ever win, and only then"
        "random endings, judged by their pieces"
        ["pawns do not count as material"]
        "draws are played on, or won endings given up"
        both!(draws::dead_positions);
    "stalemate" "A side without a legal move is stalemated if it is not in check"
        "one-ply searches of moves that stalemate"
        ["no legal move is taken for mate without a look at the check"]
        "won games are thrown away, and saving stalemates missed"
        both!(draws::stalemate);
    "repetition" "A position is drawn when it has occurred as often as the rules say, not before and not later"
        "both sides go to and fro; one-ply searches of each move"
        ["the search does not look at the game's past", "the first repetition before the root is taken for a draw"]
        "draws are not seen, or seen where there are none"
        both!(draws::repetition);
    "evaluation-symmetry" "A position and its colour flip are worth the same, term by term"
        "random games, each position explained with its flip, and judged by the network; of the explained, differences of two centipawns are rounding"
        ["the side-to-move sign in a term that only one side's pieces feed", "a square or rank of Black's that is not mirrored"]
        "one colour plays worse than the other"
        both!(judgement::symmetry);
    "accumulators" "The network's hidden layers are what they would be from scratch"
        "random games followed move by move, all layers compared"
        ["a king that changes its bucket or side needs a refresh", "a special move forgets one of its pieces"]
        "the score depends on the way, and grows wrong in long lines"
        both!(judgement::accumulators);
    "mate-scores" "A mate is as far away as it is, wherever its position was met before"
        "mates stored at one ply and read at another"
        ["mate distances must be counted from the position in the table, and from the root in the search"]
        "mates are put off, or announced wrongly"
        entries::mate_scores;
    "minimax" "Without any idea the search is minimax by the definition"
        "fixed depths against thirty lines of minimax"
        ["negamax mixed with minimax: a sign or a maximum that depends on the colour"]
        "all else rests on it: no score can be trusted"
        both!(tree::definition);
    "pvs" "Principal variation search finds the score of alpha-beta"
        "fixed depths with and without scouts"
        ["a scout above alpha must be searched again with the open window"]
        "better moves are found and not believed"
        both!(tree::scouting);
    "aspiration" "A score outside the aspiration window is searched again"
        "fixed depths with and without aspiration windows"
        ["a failed window is accepted"]
        "the score of an iteration may be a bound that nobody marked"
        both!(tree::windows);
    "quiescence" "Quiescence plays out all captures that do not lose, and all evasions"
        "one-ply searches of single moves against alpha-beta over captures"
        ["standing pat in check", "captures of one kind left out"]
        "the horizon hides captures or mates"
        both!(tree::quiescence);
    "table-bounds" "Every bound in the table is true"
        "sampled searches; all entries of small ones and some of larger ones, those of quiescence too, searched again with a full window and no pruning"
        ["a beta cut stored as Upper, or a failure stored as Exact", "a search with a move left out stored as whole"]
        "cut-offs are taken that the position does not allow"
        both!(entries::bounds);
    "table-depth" "An entry decides only searches it is deep enough for"
        "fixed depths with and without the table"
        ["the depth of the entry is not looked at"]
        "shallow answers end deep searches"
        both!(tree::table_depths);
    "ordering" "Every legal move is tried once, the table's first, good captures by what they win, then killers"
        "the moves of random positions as the search would try them"
        ["the sort is the wrong way round", "the table's move is not tried first", "killers of another ply"]
        "the same answers take many more nodes"
        both!(habits::ordering);
    "history" "Moves that cut gain history and those tried before them lose some, for both sides alike"
        "the same cut-off learned in a position and in its flip; mirrored moves must have the same history"
        ["the sign of the bonus", "only one side learns"]
        "the same answers take more nodes, for one side or both"
        both!(habits::history);
    "reductions" "Reductions leave a ply above the horizon, and spare the first move"
        "searches with all ideas, which count what falls below"
        ["the reduction is not clamped", "the first move is reduced too"]
        "moves are thrown away instead of searched less deeply"
        both!(habits::reductions);
    "new-game" "A new game knows nothing of the old one"
        "the same search twice, with a new game between"
        ["the table or the history is not cleared"]
        "results cannot be repeated"
        both!(habits::new_games);
    "clock" "The budget fits into the clock, the overhead kept"
        "budgets for a grid of clocks"
        ["the overhead is not taken off", "an increment is spent before it is there"]
        "games are lost on time"
        habits::clocks;
};
