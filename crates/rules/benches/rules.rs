//! Speed of the rules: `cargo bench -p adoube-rules`.

use std::hint::black_box;

use adoube_rules::{Chess, Fragments, MoveList, Position, Rules, perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const POSITIONS: [&str; 6] = [
    Chess::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3PP3/2N2N2/PPP2PPP/R1BQKB1R w KQ - 0 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
];

fn positions() -> Vec<Position<Chess>> {
    POSITIONS.iter().map(|text| text.parse().expect("a valid position")).collect()
}

fn perfts(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    let start = Position::<Chess>::start();
    group.throughput(Throughput::Elements(4_865_609));
    group.bench_function("chess, depth 5", |b| b.iter(|| perft(black_box(&start), 5)));
    let start = Position::<Fragments>::start();
    group.throughput(Throughput::Elements(653_258));
    group.bench_function("fragments, depth 6", |b| b.iter(|| perft(black_box(&start), 6)));
}

fn generation(c: &mut Criterion) {
    let mut group = c.benchmark_group("generation");
    let positions = positions();
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut generate = |name: &str, generate: fn(&Position<Chess>) -> usize| {
        group.bench_function(name, |b| b.iter(|| positions.iter().map(generate).sum::<usize>()));
    };
    generate("all", |position| position.legal_moves().len());
    generate("count", Position::count_legal_moves);
    generate("noisy", |position| {
        let mut list = MoveList::new();
        position.noisy_moves(&mut list);
        list.len()
    });
    generate("quiet", |position| {
        let mut list = MoveList::new();
        position.quiet_moves(&mut list);
        list.len()
    });
}

fn per_move(c: &mut Criterion) {
    let mut group = c.benchmark_group("each legal move");
    let moves: Vec<_> = positions()
        .into_iter()
        .flat_map(|position| position.legal_moves().into_iter().map(move |mv| (position, mv)))
        .collect();
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("make and unmake", |b| {
        let mut moves = moves.clone();
        b.iter(|| {
            for (position, mv) in &mut moves {
                let undo = position.make(*mv);
                black_box(&*position);
                position.unmake(*mv, undo);
            }
        });
    });
    group.bench_function("copy and play", |b| {
        b.iter(|| {
            for (position, mv) in &moves {
                black_box(position.after(*mv));
            }
        });
    });
    group.bench_function("static exchange", |b| {
        b.iter(|| moves.iter().filter(|(position, mv)| position.exchange_gains(*mv, 0)).count());
    });
    group.bench_function("gives check", |b| {
        b.iter(|| moves.iter().filter(|(position, mv)| position.gives_check(*mv)).count());
    });
    group.bench_function("legality of a table move", |b| {
        b.iter(|| moves.iter().filter(|(position, mv)| position.is_legal(*mv)).count());
    });
}

criterion_group!(benches, perfts, generation, per_move);
criterion_main!(benches);
