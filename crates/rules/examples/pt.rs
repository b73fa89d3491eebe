use adoube_rules::*;
fn main() {
    let t = std::time::Instant::now();
    let p = Position::<Chess>::start();
    let n = perft(&p, 6);
    println!("{n} {:?} {}", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
    let p: Position<Chess> = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
    let t = std::time::Instant::now();
    let n = perft(&p, 5);
    println!("{n} {:?} {}", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
    let p: Position<Fragments> = Fragments::setup("sample0").unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let n = perft(&p, 8);
    println!("{n} {:?} {}", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
