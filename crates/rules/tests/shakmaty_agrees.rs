//! Chess and Chess960 against shakmaty, on the positions of tens of thousands of random moves.

use std::collections::BTreeMap;

use adoube_rules::{CastlingText, Chess, KeyHistory, Move, Outcome, Position, Rules, UciStyle, WinReason};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Position as _};

/// Games per kind of start; a game is about a hundred plies.
const GAMES: u64 = 250;
const LONGEST_GAME: usize = 240;

/// SplitMix64: the same games in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A position as both libraries see it.
struct Pair {
    ours: Position<Chess>,
    theirs: shakmaty::Chess,
}

impl Pair {
    fn new(ours: Position<Chess>) -> Self {
        let fen: Fen = ours.fen(CastlingText::Shredder).parse().expect("shakmaty reads our FEN");
        let theirs = fen.into_position(CastlingMode::Chess960).expect("shakmaty takes our position");
        Self { ours, theirs }
    }

    /// Our legal moves with shakmaty's, by their common text.
    fn moves(&self) -> Vec<(String, Move, shakmaty::Move)> {
        let ours: BTreeMap<String, Move> =
            self.ours.legal_moves().iter().map(|mv| (mv.uci(UciStyle::Chess960), *mv)).collect();
        let theirs: BTreeMap<String, shakmaty::Move> =
            self.theirs.legal_moves().iter().map(|mv| (mv.to_uci(CastlingMode::Chess960).to_string(), *mv)).collect();
        assert!(ours.keys().eq(theirs.keys()), "{}: {:?}, not {:?}", self.ours, ours.keys(), theirs.keys());
        assert_eq!(ours.len(), self.ours.count_legal_moves(), "duplicates in {}", self.ours);
        ours.into_iter().zip(theirs).map(|((text, ours), (_, theirs))| (text, ours, theirs)).collect()
    }

    fn play(&mut self, (text, ours, theirs): (String, Move, shakmaty::Move)) {
        self.ours.play(ours);
        self.theirs.play_unchecked(theirs);
        let en_passant = self.theirs.legal_ep_square().map(|square| square.to_string());
        assert_eq!(self.ours.en_passant().map(|square| square.to_string()), en_passant, "{text} to {}", self.ours);
    }
}

/// Calls `check` on every position of the random games from these starts, and returns how many there were.
fn on_random_games(starts: impl Iterator<Item = Position<Chess>>, seed: u64, mut check: impl FnMut(&Pair)) -> usize {
    let mut random = Random(seed);
    let mut positions = 0;
    for start in starts {
        let mut pair = Pair::new(start);
        for _ in 0..LONGEST_GAME {
            check(&pair);
            positions += 1;
            let mut moves = pair.moves();
            if moves.is_empty() || pair.ours.halfmove_clock() > 100 {
                break;
            }
            let chosen = moves.swap_remove(random.below(moves.len()));
            pair.play(chosen);
        }
    }
    positions
}

fn chess_starts() -> impl Iterator<Item = Position<Chess>> {
    (0..GAMES).map(|_| Position::start())
}

fn chess960_starts() -> impl Iterator<Item = Position<Chess>> {
    let mut random = Random(960);
    (0..GAMES).filter_map(move |_| {
        let (white, black) = (random.below(960) as u16, random.below(960) as u16);
        if white % 2 == 0 { Chess::chess960(white) } else { Chess::double_chess960(white, black) }
    })
}

/// Endings, for mates, stalemates, dead positions and promotions.
fn ending_starts() -> impl Iterator<Item = Position<Chess>> {
    let texts = [
        "4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1",
        "2b1kn2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "2bbk3/8/8/8/8/8/8/2BBK3 w - - 0 1",
        "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1",
        "4k3/PPP5/8/8/8/8/5ppp/4K3 w - - 0 1",
        "1k6/8/2Q5/8/8/5q2/8/6K1 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "1n2k1n1/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
        "4k3/8/8/2Q1Q3/8/2Q1Q3/8/4K3 b - - 0 1",
        "k7/8/8/2N1N3/1N3N2/2N1N3/8/K7 w - - 0 1",
    ];
    let parse = |text: &str| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    (0..GAMES as usize).map(move |game| parse(texts[game % texts.len()]))
}

fn check_ends(pair: &Pair) {
    let Pair { ours, theirs } = pair;
    assert_eq!(ours.in_check(), theirs.is_check(), "{ours}");
    assert_eq!(ours.checkers().0, theirs.checkers().0, "{ours}");
    assert_eq!(Chess::is_dead(ours), theirs.is_insufficient_material(), "{ours}");
    let outcome = ours.outcome(&KeyHistory::default());
    let is_mate = matches!(outcome, Some(Outcome::Win(_, WinReason::Checkmate)));
    assert_eq!(is_mate, theirs.is_checkmate(), "{ours}");
    let is_stalemate = outcome == Some(Outcome::Draw(adoube_rules::DrawReason::Stalemate));
    assert_eq!(is_stalemate, theirs.is_stalemate(), "{ours}");
    let winner = theirs.outcome().winner().map(|color| color.char());
    assert_eq!(outcome.and_then(Outcome::winner).map(|color| color.letter()), winner, "{ours}");
}

#[test]
fn chess_games_have_shakmatys_moves_checks_and_ends() {
    assert!(on_random_games(chess_starts(), 1, check_ends) > 30_000);
}

#[test]
fn chess960_games_have_shakmatys_moves_checks_and_ends() {
    assert!(on_random_games(chess960_starts(), 2, check_ends) > 30_000);
}

#[test]
fn endings_have_shakmatys_moves_checks_and_ends() {
    let (mut mates, mut stalemates, mut dead) = (0, 0, 0);
    let positions = on_random_games(ending_starts(), 3, |pair| {
        check_ends(pair);
        mates += usize::from(pair.theirs.is_checkmate());
        stalemates += usize::from(pair.theirs.is_stalemate());
        dead += usize::from(pair.theirs.is_insufficient_material());
    });
    assert!(positions > 20_000 && mates > 5 && stalemates > 5 && dead > 100, "{positions} {mates} {stalemates} {dead}");
}

#[test]
fn chess960_positions_written_by_shakmaty_are_read_alike() {
    on_random_games(chess960_starts().take(GAMES as usize / 4), 4, |pair| {
        let setup = pair.theirs.to_setup(shakmaty::EnPassantMode::Always);
        let text = Fen::try_from(setup).expect("a legal position").to_string();
        assert_eq!(text.parse::<Position<Chess>>(), Ok(pair.ours), "{text}");
    });
}

fn check_san(pair: &Pair) {
    for (_, ours, theirs) in pair.moves() {
        let san = shakmaty::san::SanPlus::from_move(pair.theirs.clone(), theirs).to_string();
        assert_eq!(pair.ours.san(ours), san, "{}", pair.ours);
        assert_eq!(pair.ours.san_move(&san), Ok(ours), "{san} in {}", pair.ours);
    }
}

#[test]
fn algebraic_notation_is_shakmatys() {
    let some = GAMES as usize / 5;
    assert!(on_random_games(chess_starts().take(some), 5, check_san) > 5_000);
    assert!(on_random_games(chess960_starts().take(some), 6, check_san) > 5_000);
    assert!(on_random_games(ending_starts().take(some), 7, check_san) > 4_000);
}
