//! Networks of random numbers, which judge badly but always the same.

use adoube_engine::network::{KingBuckets, Network, Networks, Parts, inputs};
use rules::{Chess, Fragments, Rules};

fn network<R: Rules>() -> Network<R> {
    let mut state = 0x5eed_u64;
    let mut noise = |most: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % (2 * most + 1) - most
    };
    let king_buckets = KingBuckets::layout(4).unwrap();
    let (hidden, output_buckets) = (32, 4);
    let parts = Parts {
        king_buckets,
        hidden,
        weights: (0..king_buckets.count() * inputs::<R>() * hidden).map(|_| noise(60) as i16).collect(),
        biases: (0..hidden).map(|_| noise(100) as i16).collect(),
        output_weights: (0..2 * hidden * output_buckets).map(|_| noise(127) as i8).collect(),
        output_biases: vec![0; output_buckets],
        output_scale: 64,
        centipawns: 100,
        description: String::new(),
    };
    Network::new(&parts).unwrap()
}

/// One for each game.
pub fn random() -> Networks {
    let mut networks = Networks::none();
    networks.set(network::<Chess>());
    networks.set(network::<Fragments>());
    networks
}
