//! Looking for a proof: depth-first proof-number search (Nagai's df-pn), with the solved endings as its leaves.
//!
//! A position's proof number says how much seems to be left to prove that the winner wins, its disproof number how much to
//! give up on it; the search goes where least is left. A position that comes back on its own line counts against
//! the winner, so that no proof rests on repetition; and a position is proven only by positions proven before it, so
//! that a proof never leads in a circle. Numbers of several moves are not added up, for they often share the same positions:
//! the largest counts, and a little for each of the others.

use std::collections::HashSet;
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
    /// The search has run dry: by any line it can prove, the other side holds out, if only by repetition.
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
    /// The positions on the line being looked at.
    line: HashSet<Key>,
    nodes: u64,
    started: Instant,
    limits: ProofLimits,
    stop: &'a AtomicBool,
    is_over: bool,
    root: Option<Key>,
    tell: Box<dyn FnMut(&ProofProgress) + 'a>,
    told: Instant,
}

/// A position one move on.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    key: Key,
    proof: u32,
    disproof: u32,
    plies: u16,
    is_settled: bool,
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
            line: HashSet::new(),
            nodes: 0,
            started: now,
            limits: ProofLimits::default(),
            stop,
            is_over: false,
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
            return if self.is_over { Attempt::Unfinished } else { Attempt::NoProof };
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
    fn visit(&mut self, position: &Position<Fragments>, most_proof: u32, most_disproof: u32) {
        let before = self.nodes;
        self.look_up();
        let is_winners = position.side_to_move() == self.winner;
        let key = position.key();
        if self.line.len() >= LONGEST_LINE {
            return self.table.store(key, INFINITE, 0, 1, 0);
        }
        let mut children: Vec<Child> = position.legal_moves().iter().map(|mv| self.child(position, *mv)).collect();
        self.nodes += children.len() as u64;
        self.line.insert(key);
        loop {
            let summed = Summed::new(&children, is_winners);
            let work = self.nodes - before;
            self.table.store(key, summed.proof, summed.disproof, work, summed.plies);
            let is_reached = summed.proof >= most_proof || summed.disproof >= most_disproof;
            let is_settled = summed.proof == 0 || summed.disproof == 0;
            if is_reached || is_settled || self.is_over {
                break;
            }
            let Some(best) = summed.best else { break };
            let child = children[best];
            // A quarter more than the next best: it saves going to and fro.
            let beyond = |second: u32| (second + second / 4 + 1).min(INFINITE);
            let (proof, disproof) = if is_winners {
                (
                    most_proof.min(beyond(summed.second)),
                    most_disproof.saturating_sub(summed.others).max(child.disproof + 1),
                )
            } else {
                (
                    most_proof.saturating_sub(summed.others).max(child.proof + 1),
                    most_disproof.min(beyond(summed.second)),
                )
            };
            let after = position.after(child.mv);
            self.visit(&after, proof.min(INFINITE), disproof.min(INFINITE));
            let (proof, disproof, plies) = self.judge(&after);
            let is_settled = proof == 0 || disproof == 0;
            children[best] = Child { proof, disproof, plies, is_settled, ..child };
            // Others may have been settled on the way.
            for other in children.iter_mut().filter(|other| !other.is_settled) {
                if let Some(known) = self.table.find(other.key) {
                    (other.proof, other.disproof, other.plies) = (known.proof, known.disproof, known.plies);
                    other.is_settled = known.proof == 0 || known.disproof == 0;
                }
            }
        }
        self.line.remove(&key);
    }

    fn child(&mut self, position: &Position<Fragments>, mv: Move) -> Child {
        let after = position.after(mv);
        let key = after.key();
        if self.line.contains(&key) || key == position.key() {
            return Child { mv, key, proof: INFINITE, disproof: 0, plies: 0, is_settled: true };
        }
        let (proof, disproof, plies) = self.judge(&after);
        Child { mv, key, proof, disproof, plies, is_settled: proof == 0 || disproof == 0 }
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

/// What follows for a position from those one move on.
struct Summed {
    proof: u32,
    disproof: u32,
    plies: u16,
    /// The one to look at next, and how good the next best is.
    best: Option<usize>,
    second: u32,
    /// What the others add to the number that counts all moves.
    others: u32,
}

impl Summed {
    fn new(children: &[Child], is_winners: bool) -> Self {
        // For the side to move one good move is enough; for the other side every move counts.
        let one = |child: &Child| if is_winners { child.proof } else { child.disproof };
        let all = |child: &Child| if is_winners { child.disproof } else { child.proof };
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
        let mut summed = Self { proof, disproof, plies: 0, best, second, others };
        if proof == 0 {
            let proven = children.iter().filter(|child| child.proof == 0);
            let chosen = match is_winners {
                true => proven.min_by_key(|child| child.plies),
                false => proven.max_by_key(|child| child.plies),
            };
            summed.plies = chosen.map_or(0, |child| child.plies.saturating_add(1));
        }
        summed
    }
}
