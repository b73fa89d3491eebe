//! Times bulk-counted perft side by side, all programs in one run and in turn, and prints ratios of the best times.
//! Run it through `bench/perft-vs-peers`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use adoube_rules::{Chess, Fragments, Position, Rules, perft};

const ROUNDS: usize = 5;
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const FRAGMENTS_START_FOR_FAIRY: &str = "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1";

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

/// An engine that answers `go perft`, kept running so that only counting is timed.
struct Peer {
    name: &'static str,
    child: std::process::Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Peer {
    fn start(name: &'static str, path: &str, set_up: &[String]) -> Option<Self> {
        let spawned = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let Ok(mut child) = spawned else {
            println!("{name}: {path} is not installed, left out (Debian: apt-get install {name})");
            return None;
        };
        let output = BufReader::new(child.stdout.take()?);
        let mut peer = Self { name, child, output };
        for line in set_up {
            peer.send(line);
        }
        peer.send("isready");
        peer.wait_for("readyok");
        Some(peer)
    }

    fn send(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().expect("stdin is piped");
        writeln!(stdin, "{line}").expect("the engine still reads");
    }

    fn wait_for(&mut self, start: &str) -> String {
        let mut line = String::new();
        while !line.starts_with(start) {
            line.clear();
            let count = self.output.read_line(&mut line).expect("the engine writes text");
            assert!(count > 0, "{} ended before it said {start}", self.name);
        }
        line
    }

    fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        self.send(&format!("position fen {fen}"));
        self.send(&format!("go perft {depth}"));
        let line = self.wait_for("Nodes searched");
        line.rsplit(' ').next().and_then(|number| number.trim().parse().ok()).expect("a number of nodes")
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.send("quit");
        let _ = self.child.wait();
    }
}

type Counter<'a> = (&'a str, Box<dyn FnMut() -> u64 + 'a>);

/// Runs all counters in turn, several times, and compares their best times with the first one's.
fn compare(title: &str, mut counters: Vec<Counter>) {
    let mut best = vec![Duration::MAX; counters.len()];
    let mut nodes = vec![0; counters.len()];
    for _ in 0..ROUNDS {
        for (index, (_, count)) in counters.iter_mut().enumerate() {
            let start = Instant::now();
            nodes[index] = count();
            best[index] = best[index].min(start.elapsed());
        }
    }
    println!("\n{title}: {} nodes, best of {ROUNDS}", nodes[0]);
    println!("{:<16} {:>9} {:>10}   adoube is", "", "seconds", "Mnodes/s");
    for (index, (name, _)) in counters.iter().enumerate() {
        assert_eq!(nodes[index], nodes[0], "{name} counts another number of nodes");
        let seconds = best[index].as_secs_f64();
        let ratio = seconds / best[0].as_secs_f64();
        println!("{name:<16} {seconds:>9.3} {:>10.1}   {ratio:>5.2}x", nodes[index] as f64 / seconds / 1e6);
    }
}

fn main() {
    let variants = std::env::args().nth(1);
    let mut stockfish = Peer::start("stockfish", "/usr/games/stockfish", &[]);
    for (title, fen, depth) in [("Start position, depth 6", Chess::START, 6), ("Kiwipete, depth 5", KIWIPETE, 5)] {
        let ours: Position<Chess> = fen.parse().expect("a valid position");
        let cozys: cozy_chess::Board = fen.parse().expect("a valid position");
        let setup: shakmaty::fen::Fen = fen.parse().expect("a valid position");
        let shakmatys: shakmaty::Chess =
            setup.into_position(shakmaty::CastlingMode::Standard).expect("a valid position");
        let mut counters: Vec<Counter> = vec![
            ("adoube", Box::new(move || perft(&ours, depth))),
            ("cozy-chess", Box::new(move || cozy(&cozys, depth))),
            ("shakmaty", Box::new(move || shakmaty::perft(&shakmatys, depth))),
        ];
        if let Some(peer) = &mut stockfish {
            counters.push((peer.name, Box::new(|| peer.perft(fen, depth))));
        }
        compare(title, counters);
    }

    let ours = Position::<Fragments>::start();
    let mut fairy = variants.and_then(|path| {
        let set_up = [
            format!("setoption name VariantPath value {path}"),
            "setoption name UCI_Variant value fragments".to_owned(),
        ];
        Peer::start("fairy-stockfish", "/usr/games/fairy-stockfish", &set_up)
    });
    let mut counters: Vec<Counter> = vec![("adoube", Box::new(move || perft(&ours, 8)))];
    if let Some(peer) = &mut fairy {
        counters.push((peer.name, Box::new(|| peer.perft(FRAGMENTS_START_FOR_FAIRY, 8))));
    }
    compare("Chess Fragments, start position, depth 8", counters);
}
