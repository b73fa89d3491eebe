//! A small engine for tests of the doctor: sound, until its first argument names a disease.
//!
//! It is an alpha-beta search of a few plies with material and piece-square sums, which are kept up to date along the
//! moves of `position`, as engines do.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use rules::{Chess, Color, Move, PieceKind, Position, Square, UciStyle};

const MATE: i32 = 30_000;
const INFINITE: i32 = 32_000;
const MOST_NODES: u64 = 8_000;

struct Engine {
    disease: String,
    root: Position<Chess>,
    /// The sums at the root, for White.
    root_sum: i32,
    nodes: u64,
    /// How many searches there were in this process.
    searches: u32,
}

fn main() {
    let disease = std::env::args().nth(1).unwrap_or_default();
    let root = Position::start();
    let mut engine = Engine { root_sum: sum(&root, &disease), root, disease, nodes: 0, searches: 0 };
    let mut pending = None;
    let mut ballast = Vec::new();
    for line in io::stdin().lock().lines() {
        std::hint::black_box(&ballast);
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => {
                say("id name Sick\nid author nobody\noption name Hash type spin default 16 min 1 max 256\nuciok")
            }
            ["isready"] => say("readyok"),
            ["position", rest @ ..] => engine.set_up(rest),
            ["go", rest @ ..] => {
                let depth = rest.windows(2).find(|pair| pair[0] == "depth").and_then(|pair| pair[1].parse().ok());
                let only = rest.iter().position(|word| *word == "searchmoves").map(|at| &rest[at + 1..]);
                if engine.disease == "dies-of-searchmoves" && only.is_some() {
                    std::process::exit(3);
                }
                let answer = engine.search(depth.unwrap_or(3), only.unwrap_or_default());
                let time = rest.windows(2).find(|pair| pair[0] == "movetime").and_then(|pair| pair[1].parse().ok());
                if engine.disease == "late" {
                    std::thread::sleep(Duration::from_millis(time.unwrap_or(0) + 400));
                }
                let waits = rest.contains(&"infinite") && engine.disease != "impatient";
                let lacks_clock = rest.contains(&"wtime") != rest.contains(&"btime");
                if waits || engine.disease == "obstinate" || (engine.disease == "two-clocks" && lacks_clock) {
                    pending = Some(answer);
                } else {
                    say(&answer);
                    if engine.disease == "twice" {
                        say(&answer);
                    }
                }
            }
            ["stop"] => {
                if let Some(answer) = pending.take() {
                    say(&answer);
                }
            }
            ["eval"] => say(&format!("Total evaluation: {:.2} (white side)", f64::from(engine.root_sum) / 100.0)),
            ["setoption", "name", "Hash", "value", size] if engine.disease == "bloated" => {
                let size: usize = size.parse().unwrap_or(1);
                ballast = vec![1_u8; (4 * size) << 20];
            }
            ["quit"] if engine.disease == "dies-of-quit" => std::process::abort(),
            ["quit"] => return,
            _ => {}
        }
    }
}

fn say(text: &str) {
    if writeln!(io::stdout(), "{text}").is_err() || io::stdout().flush().is_err() {
        std::process::exit(0);
    }
}

/// Material and squares, for White.
fn sum(position: &Position<Chess>, disease: &str) -> i32 {
    let value = |kind: PieceKind| match kind {
        PieceKind::Pawn => 100,
        PieceKind::Knight => 310,
        PieceKind::Bishop => 320,
        PieceKind::Rook => 500,
        PieceKind::Queen => 900,
        _ => 0,
    };
    let centre = |square: Square| {
        let from_edge = |line: u8| i32::from(line.min(7 - line));
        from_edge(square.file()) * 3 + from_edge(square.rank()) * 2
    };
    let mut total = 0;
    for (square, piece) in position.pieces() {
        let rank = if piece.color == Color::White { square.rank() } else { 7 - square.rank() };
        let advance = if piece.kind == PieceKind::Pawn { i32::from(rank) * 4 } else { centre(square) };
        let lopsided = disease == "lopsided" && piece.kind == PieceKind::Knight && piece.color == Color::White;
        let worth = value(piece.kind) + advance + if lopsided { 25 } else { 0 };
        total += if piece.color == Color::White { worth } else { -worth };
    }
    total
}

impl Engine {
    fn set_up(&mut self, words: &[&str]) {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let fen = words[..split].join(" ");
        let start = fen.strip_prefix("fen ").map_or_else(|| Ok(Position::start()), str::parse);
        let Ok(mut position) = start else { return };
        self.root_sum = sum(&position, &self.disease);
        for text in words.iter().skip(split + 1) {
            let Ok(mv) = position.uci_move(text) else { break };
            let next = position.after(mv);
            let change = sum(&next, &self.disease) - sum(&position, &self.disease);
            let is_wrong =
                self.disease == "black-castles-wrong" && mv.is_castle() && position.side_to_move() == Color::Black;
            self.root_sum += if is_wrong { -change } else { change };
            position = next;
        }
        self.root = position;
    }

    fn search(&mut self, depth: i32, only: &[&str]) -> String {
        self.nodes = 0;
        self.searches += 1;
        let promotes = |(square, piece): (Square, rules::Piece)| {
            piece.kind == PieceKind::Pawn && piece.color == Color::White && square.rank() == 6
        };
        if self.disease == "dies-of-promotions" && self.root.pieces().any(promotes) {
            std::process::exit(3);
        }
        let mut moves: Vec<Move> = self.root.legal_moves().to_vec();
        if !only.is_empty() && self.disease != "free-will" {
            moves.retain(|mv| only.contains(&mv.uci(UciStyle::Standard).as_str()));
        }
        let mut best = Move::NONE;
        for depth in 1..=depth {
            let (mut alpha, mut line) = (-INFINITE, Vec::new());
            let before = best;
            order(&self.root, &mut moves, best);
            for mv in &moves {
                let next = self.root.after(*mv);
                let mut rest = Vec::new();
                let score = -self.node(&next, depth - 1, -INFINITE, -alpha, 1, &mut rest);
                if score > alpha {
                    (alpha, best) = (score, *mv);
                    line = [vec![*mv], rest].concat();
                }
            }
            // Tests have little time: an iteration that grows too large is given up.
            if self.nodes > MOST_NODES && depth > 1 {
                best = before;
                break;
            }
            self.tell(depth, alpha, &line);
            if alpha.abs() > MATE - 100 {
                break;
            }
        }
        let is_queen =
            |(_, piece): (Square, rules::Piece)| piece.kind == PieceKind::Queen && piece.color == Color::Black;
        if self.disease == "loses-its-head" && self.root.pieces().any(is_queen) {
            "bestmove a1a1".to_owned()
        } else if self.disease == "plays-the-first" {
            let first = moves.iter().min_by_key(|mv| (mv.from().index(), mv.to().index()));
            format!("bestmove {}", first.map_or("0000".to_owned(), |mv| mv.uci(UciStyle::Standard)))
        } else if best == Move::NONE {
            "bestmove 0000".to_owned()
        } else {
            format!("bestmove {}", best.uci(UciStyle::Standard))
        }
    }

    fn tell(&self, depth: i32, score: i32, line: &[Move]) {
        if self.disease == "mute" || self.disease == "half-mute" && self.searches.is_multiple_of(2) {
            return;
        }
        let depth = if self.disease == "shallow" { 1 } else { depth };
        let turned = self.disease == "white-view" && self.root.side_to_move() == Color::Black;
        let score = if turned { -score } else { score };
        let plies = MATE - score.abs();
        let text = match (plies < 100, self.disease == "plies") {
            (true, true) => format!("mate {}", plies * score.signum()),
            (true, false) => format!("mate {}", (plies + 1) / 2 * score.signum()),
            _ => format!("cp {score}"),
        };
        let mut line: Vec<String> = line.iter().map(|mv| mv.uci(UciStyle::Standard)).collect();
        if self.disease == "lines-of-the-past" && self.searches > 6 {
            line.push("a1a1".to_owned());
        }
        let time = if self.disease == "fractions" { " time 3.2" } else { "" };
        let past = if self.disease == "never-forgets" { u64::from(self.searches) } else { 0 };
        say(&format!("info depth {depth} score {text}{time} nodes {} pv {}", self.nodes + past, line.join(" ")));
    }

    fn node(
        &mut self,
        position: &Position<Chess>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
        line: &mut Vec<Move>,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return 0;
        }
        let mut moves = position.legal_moves().to_vec();
        if moves.is_empty() {
            return if position.in_check() { ply - MATE } else { 0 };
        }
        let mut best = -INFINITE;
        if depth <= 0 {
            let sum = self.root_sum + sum(position, &self.disease) - sum(&self.root, &self.disease);
            best = if position.side_to_move() == Color::White { sum } else { -sum };
            alpha = alpha.max(best);
            moves.retain(|mv| mv.is_noisy());
        }
        if best >= beta {
            return best;
        }
        order(position, &mut moves, Move::NONE);
        for mv in moves {
            let mut rest = Vec::new();
            let score = -self.node(&position.after(mv), depth - 1, -beta, -alpha, ply + 1, &mut rest);
            if score > best {
                best = score;
                *line = [vec![mv], rest].concat();
                alpha = alpha.max(score);
            }
            if alpha >= beta || self.nodes > MOST_NODES {
                break;
            }
        }
        best
    }
}

/// The given move first, then captures of much by little.
fn order(position: &Position<Chess>, moves: &mut [Move], first: Move) {
    let rank = |mv: &Move| {
        let taken = position.taken(*mv).map_or(-1, |kind| kind.index() as i32);
        let taker = position.kind_at(mv.from()).map_or(0, |kind| kind.index() as i32);
        (*mv != first, -10 * taken + if taken >= 0 { taker } else { 0 })
    };
    moves.sort_by_key(rank);
}
