//! Looking for a proof: depth-first proof-number search (Nagai's df-pn), with the solved endings as its leaves.
//!
//! A position's proof number says how much seems to be left to prove that the winner wins, its disproof number how much to
//! give up on it; the search goes where least is left. A position that comes back on its own line counts against
//! the winner, so that no proof rests on repetition; and a position is proven only by positions proven before it, so
//! that a proof never leads in a circle. What was given up because a line came back counts on that line only: on another one
//! the same position may win (Kishimoto and Mueller's answer to the graph history problem). Numbers of several moves are not added up, for they often share the same positions:
//! the largest counts, and a little for each of the others.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rules::{Color, Fragments, Key, Move, Position, Rules};

use super::certificate::Certificate;
use super::exact;
use super::table::{INFINITE, ProofTable};
use crate::endgames::{Endgames, Verdict};
use crate::eval::Evaluator;

/// What bounds a search for a proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofLimits {
    /// No more positions than this.
    pub nodes: Option<u64>,
    /// No longer than this.
    pub time: Option<Duration>,
}

/// How far a search for a proof has come.
#[derive(Clone, Debug)]
pub struct ProofProgress {
    /// Positions looked at.
    pub nodes: u64,
    /// For how long.
    pub time: Duration,
    /// The root's proof number: how much seems to be left; zero when it is proven.
    pub proof: u32,
    /// The root's disproof number.
    pub disproof: u32,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
}

/// What came of looking for a proof.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// The winner wins, and this is how.
    Proven(Box<Certificate>),
    /// A limit was reached.
    Unfinished,
    /// The search has run dry: the other side holds out, if only by repetition.
    NoProof,
}

/// The unit of proof numbers: what one ordinary position counts.
const UNIT: u32 = 16;
/// No line is followed further.
const LONGEST_LINE: usize = 400;

/// Looks for proofs that a side wins.
pub struct Prover<'a> {
    winner: Color,
    endgames: &'a Endgames,
    table: ProofTable,
    evaluator: Evaluator,
    /// The positions on the line being looked at, each with its place.
    line: HashMap<Key, usize>,
    /// All of them, whatever their order.
    line_key: u64,
    nodes: u64,
    started: Instant,
    limits: ProofLimits,
    stop: &'a AtomicBool,
    is_over: bool,
    /// Whether a line grew too long to be followed.
    was_cut: bool,
    root: Option<Key>,
    tell: Box<dyn FnMut(&ProofProgress) + 'a>,
    told: Instant,
}

/// What rests on no line.
const NO_LINE: usize = usize::MAX;

/// What is known of a position on a line.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
    plies: u16,
    /// Of what was given up: the first place on the line that it rests on, because a position there came back.
    rests_on: usize,
}

impl Numbers {
    const fn given_up(rests_on: usize) -> Self {
        Self { proof: INFINITE, disproof: 0, plies: 0, rests_on }
    }

    const fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A position one move on.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    key: Key,
    at: Numbers,
}

impl<'a> Prover<'a> {
    /// A search for a win of a side, with a table of so many MiB.
    pub fn new(winner: Color, endgames: &'a Endgames, mib: usize, stop: &'a AtomicBool) -> Self {
        let now = Instant::now();
        Self {
            winner,
            endgames,
            table: ProofTable::new(mib),
            evaluator: Evaluator::new(),
            line: HashMap::new(),
            line_key: 0,
            nodes: 0,
            started: now,
            limits: ProofLimits::default(),
            stop,
            is_over: false,
            was_cut: false,
            root: None,
            tell: Box::new(|_| {}),
            told: now,
        }
    }

    /// Tells how far it has come, about once a second.
    pub fn telling(mut self, tell: impl FnMut(&ProofProgress) + 'a) -> Self {
        self.tell = Box::new(tell);
        self
    }

    /// How far it has come.
    pub fn progress(&self) -> ProofProgress {
        let known = self.root.and_then(|root| self.table.find(root));
        let (proof, disproof) = known.map_or((UNIT, UNIT), |entry| (entry.proof, entry.disproof));
        let (nodes, time) = (self.nodes, self.started.elapsed());
        ProofProgress { nodes, time, proof, disproof, permille_full: self.table.permille_full() }
    }

    /// Looks for a proof until a limit is reached. What was learned stays for the next attempt.
    pub fn prove(&mut self, position: &Position<Fragments>, limits: ProofLimits) -> Attempt {
        self.limits = limits;
        self.root = Some(position.key());
        let (proof, disproof, _) = self.judge(position);
        if self.table.find(position.key()).is_none() {
            self.table.store(position.key(), proof, disproof, 1, 0);
        }
        if !self.settle(position) {
            return if self.is_over || self.was_cut { Attempt::Unfinished } else { Attempt::NoProof };
        }
        match self.write_down(position) {
            Some(certificate) => Attempt::Proven(Box::new(certificate)),
            None => Attempt::Unfinished,
        }
    }

    /// Whether a position is proven, after looking for a proof as long as may be.
    fn settle(&mut self, position: &Position<Fragments>) -> bool {
        self.visit(position, INFINITE, INFINITE);
        self.judge(position).0 == 0
    }

    /// The proof and disproof numbers of a position as far as they are known, and the plies of its proof.
    fn judge(&mut self, position: &Position<Fragments>) -> (u32, u32, u16) {
        if let Some(known) = self.table.find(position.key()) {
            return (known.proof, known.disproof, known.plies);
        }
        let is_winners = position.side_to_move() == self.winner;
        let settled = |wins: bool, plies: u32| if wins { (0, INFINITE, plies as u16) } else { (INFINITE, 0, 0) };
        if position.king(position.side_to_move()).is_none() {
            return settled(!is_winners, 0);
        }
        match self.endgames.probe(position) {
            Some(Verdict::Win { plies }) => return settled(is_winners, plies),
            Some(Verdict::Loss { plies }) => return settled(!is_winners, plies),
            Some(Verdict::Draw) => return settled(false, 0),
            None => {}
        }
        let moves = position.count_legal_moves();
        if moves == 0 {
            return settled(!is_winners, 0);
        }
        if Fragments::is_dead(position) {
            return settled(false, 0);
        }
        // The better it stands for the winner, the less there is to prove; and the fewer answers, the better.
        let score = self.evaluator.evaluate(position).value();
        let score = if is_winners { score } else { -score };
        let steps = (score / 150).clamp(-6, 6);
        let lean = |steps: i32| if steps >= 0 { UNIT << steps } else { (UNIT >> -steps).max(1) };
        let answers = if is_winners { 0 } else { UNIT * moves as u32 / 4 };
        (lean(-steps) + answers, lean(steps), 0)
    }

    /// Looks at a position until its proof or its disproof number reaches a threshold.
    fn visit(&mut self, position: &Position<Fragments>, most_proof: u32, most_disproof: u32) -> Numbers {
        let before = self.nodes;
        self.look_up();
        let is_winners = position.side_to_move() == self.winner;
        let (key, place) = (position.key(), self.line.len());
        if place >= LONGEST_LINE {
            self.was_cut = true;
            return Numbers::given_up(0);
        }
        let on_this_line = self.on_this_line(key);
        self.line.insert(key, place);
        self.line_key ^= scattered(key);
        let mut children: Vec<Child> = position.legal_moves().iter().map(|mv| self.child(position, *mv)).collect();
        self.nodes += children.len() as u64;
        let at = loop {
            let summed = Summed::new(&children, is_winners);
            let mut at = summed.at;
            let work = self.nodes - before;
            if at.rests_on >= place {
                // Whatever line leads here, this position is on it.
                at.rests_on = NO_LINE;
                self.table.store(key, at.proof, at.disproof, work, at.plies);
            } else {
                self.table.store(on_this_line, at.proof, at.disproof, work, at.rests_on as u16);
            }
            let is_reached = at.proof >= most_proof || at.disproof >= most_disproof;
            if is_reached || at.is_settled() || self.is_over {
                break at;
            }
            let Some(best) = summed.best else { break at };
            let child = children[best];
            // A quarter more than the next best: it saves going to and fro.
            let beyond = |second: u32| (second + second / 4 + 1).min(INFINITE);
            let (proof, disproof) = if is_winners {
                (
                    most_proof.min(beyond(summed.second)),
                    most_disproof.saturating_sub(summed.others).max(child.at.disproof + 1),
                )
            } else {
                (
                    most_proof.saturating_sub(summed.others).max(child.at.proof + 1),
                    most_disproof.min(beyond(summed.second)),
                )
            };
            let after = position.after(child.mv);
            children[best].at = self.visit(&after, proof.min(INFINITE), disproof.min(INFINITE));
            // Others may have been settled on the way.
            for other in children.iter_mut().filter(|other| !other.at.is_settled()) {
                if let Some(at) = self.remembered(other.key) {
                    other.at = at;
                }
            }
        };
        self.line.remove(&key);
        self.line_key ^= scattered(key);
        at
    }

    fn child(&mut self, position: &Position<Fragments>, mv: Move) -> Child {
        let after = position.after(mv);
        let key = after.key();
        let at = match self.line.get(&key) {
            Some(place) => Numbers::given_up(*place),
            None => match self.remembered(key) {
                Some(at) => at,
                None => {
                    let (proof, disproof, plies) = self.judge(&after);
                    Numbers { proof, disproof, plies, rests_on: NO_LINE }
                }
            },
        };
        Child { mv, key, at }
    }

    /// What the table knows of a position one move behind the line.
    fn remembered(&self, key: Key) -> Option<Numbers> {
        let known = self.table.find(key);
        let numbers = known.map(|known| Numbers {
            proof: known.proof,
            disproof: known.disproof,
            plies: known.plies,
            rests_on: NO_LINE,
        });
        if numbers.is_some_and(|numbers| numbers.is_settled()) {
            return numbers;
        }
        let given_up = self.table.find(self.on_this_line(key));
        given_up.map(|known| Numbers::given_up(usize::from(known.plies))).or(numbers)
    }

    /// Where the table keeps what holds for a position behind this line only.
    fn on_this_line(&self, key: Key) -> Key {
        Key(key.0.rotate_left(32) ^ self.line_key)
    }

    /// Looks at the clock now and then.
    fn look_up(&mut self) {
        self.is_over |= self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        if !self.nodes.is_multiple_of(8) {
            return;
        }
        self.is_over |=
            self.stop.load(Relaxed) || self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit);
        if self.told.elapsed() >= Duration::from_secs(1) {
            self.told = Instant::now();
            let progress = self.progress();
            (self.tell)(&progress);
        }
    }

    /// Writes the proof of a proven position down.
    fn write_down(&mut self, root: &Position<Fragments>) -> Option<Certificate> {
        let mut certificate = Certificate::new(*root, self.winner, self.endgames.men());
        // The table may have forgotten parts of the proof. They are looked for anew, for as long as it takes.
        self.limits = ProofLimits::default();
        self.is_over = false;
        let (mut seen, mut line) = (HashSet::new(), HashSet::new());
        self.write_below(root, &mut certificate, &mut seen, &mut line).then_some(certificate)
    }

    /// Writes the winner's moves of a position and of all after it, in the order in which they are read.
    fn write_below(
        &mut self,
        position: &Position<Fragments>,
        certificate: &mut Certificate,
        seen: &mut HashSet<u128>,
        line: &mut HashSet<u128>,
    ) -> bool {
        let number = exact(position);
        if line.contains(&number) {
            return false;
        }
        if self.endgames.probe(position).is_some() || !seen.insert(number) {
            return true;
        }
        line.insert(number);
        let moves = super::check::in_order(position);
        let is_whole = if position.side_to_move() != self.winner {
            moves.iter().all(|mv| self.write_below(&position.after(*mv), certificate, seen, line))
        } else {
            self.winning_move(position, line).is_some_and(|mv| {
                certificate.moves.push(mv);
                self.write_below(&position.after(mv), certificate, seen, line)
            })
        };
        line.remove(&number);
        is_whole
    }

    /// A move that is proven to win, leads nowhere back, and wins soonest as far as is known.
    fn winning_move(&mut self, position: &Position<Fragments>, line: &HashSet<u128>) -> Option<Move> {
        for _ in 0..2 {
            let mut best: Option<(u16, Move)> = None;
            for mv in position.legal_moves() {
                let after = position.after(mv);
                let (proof, _, plies) = self.judge(&after);
                if proof == 0 && !line.contains(&exact(&after)) && best.is_none_or(|(least, _)| plies < least) {
                    best = Some((plies, mv));
                }
            }
            if let Some((_, mv)) = best {
                return Some(mv);
            }
            self.settle(position);
        }
        None
    }
}

/// A key of which no part tells anything of the position's place in the table.
fn scattered(key: Key) -> u64 {
    let mixed = (key.0 ^ key.0 >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}

/// What follows for a position from those one move on.
struct Summed {
    at: Numbers,
    /// The one to look at next, and how good the next best is.
    best: Option<usize>,
    second: u32,
    /// What the others add to the number that counts all moves.
    others: u32,
}

impl Summed {
    fn new(children: &[Child], is_winners: bool) -> Self {
        // For the side to move one good move is enough; for the other side every move counts.
        let one = |child: &Child| if is_winners { child.at.proof } else { child.at.disproof };
        let all = |child: &Child| if is_winners { child.at.disproof } else { child.at.proof };
        let (mut best, mut second) = (None::<usize>, INFINITE);
        let (mut least, mut most, mut open) = (INFINITE, 0, 0_u32);
        for (number, child) in children.iter().enumerate() {
            let value = one(child);
            if value < least || best.is_none() {
                second = if best.is_some() { least } else { INFINITE };
                (best, least) = (Some(number), value);
            } else {
                second = second.min(value);
            }
            most = most.max(all(child));
            open += u32::from(all(child) > 0);
        }
        let others = (UNIT / 4).saturating_mul(open.saturating_sub(1));
        let sum = match (least, most) {
            (0, _) => INFINITE,
            (_, INFINITE..) => INFINITE,
            (_, 0) => 0,
            _ => (most + others).min(INFINITE - 1),
        };
        let (proof, disproof) = if is_winners { (least, sum) } else { (sum, least) };
        let (mut plies, mut rests_on) = (0, NO_LINE);
        if proof == 0 {
            let proven = children.iter().filter(|child| child.at.proof == 0).map(|child| child.at.plies);
            let chosen = if is_winners { proven.min() } else { proven.max() };
            plies = chosen.map_or(0, |plies| plies.saturating_add(1));
        } else if disproof == 0 {
            // The winner needs all of them to fail, the other side the one that needs least of the line.
            let given_up = children.iter().filter(|child| child.at.disproof == 0).map(|child| child.at.rests_on);
            rests_on = if is_winners { given_up.min() } else { given_up.max() }.unwrap_or(NO_LINE);
        }
        Self { at: Numbers { proof, disproof, plies, rests_on }, best, second, others }
    }
}
