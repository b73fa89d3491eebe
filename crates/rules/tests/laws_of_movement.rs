//! Single laws of movement that random positions meet too rarely, one position each.

use adoube_rules::{Chess, Fragments, Position, Rules};

/// Whether each named move is legal in a position; `!` before a move says that it must not be.
fn check<R: Rules>(text: &str, moves: &str) {
    let position: Position<R> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    for mv in moves.split_whitespace() {
        let (name, expected) = mv.strip_prefix('!').map_or((mv, true), |name| (name, false));
        assert_eq!(position.uci_move(name).is_ok(), expected, "{name} in {text}");
    }
}

#[test]
fn en_passant_that_uncovers_a_rank_check_is_illegal() {
    check::<Chess>("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "!e4d3 e4e3");
    check::<Chess>("8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1", "!f4g3");
    check::<Fragments>("5/4K/k1PpR/5/5 b - c2", "!d3c2 d3d2");
    check::<Fragments>("k4/4K/2PpR/5/5 b - c2", "d3c2 d3d2");
}

#[test]
fn en_passant_may_take_a_checking_pawn_or_block_on_the_passed_square() {
    check::<Chess>("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3 !e4e3");
    check::<Chess>("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", "e4d3 !e4e3");
}

#[test]
fn castling_that_uncovers_a_rank_check_is_illegal() {
    // The rook on b1 shields the king from a1, and castling takes it away.
    check::<Chess>("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "!c1b1");
    check::<Chess>("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "!d1b1");
    check::<Chess>("4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "c1b1");
    check::<Chess>("4k3/8/8/8/8/8/8/5KRq w G - 0 1", "!f1g1");
    // There the rook steps before the king and goes on shielding him.
    check::<Chess>("4k3/8/8/8/8/8/8/1q3RKR w H - 0 1", "!g1h1");
}

#[test]
fn castling_out_of_through_or_into_check_is_illegal_but_past_an_attacked_rook_is_legal() {
    check::<Chess>("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "!e1g1 !e1c1");
    check::<Chess>("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "!e1g1 e1c1");
    check::<Chess>("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "!e1g1 e1c1");
    check::<Chess>("4k3/8/8/8/1r5r/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1");
    check::<Chess>("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "!e1g1 !e1c1");
    check::<Chess>("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "!e1g1 !e1c1");
}

#[test]
fn chess960_kings_and_rooks_may_stay_trade_places_or_cross() {
    check::<Chess>("4k3/8/8/8/8/8/8/5RKR w H - 0 1", "!g1h1");
    check::<Chess>("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1");
    check::<Chess>("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1");
    check::<Chess>("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1");
    let traded: Position<Chess> = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1".parse().expect("valid");
    let castled = traded.after(traded.uci_move("f1g1").expect("legal"));
    assert_eq!(castled.to_string(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn a_double_check_is_answered_by_the_king_alone() {
    check::<Chess>("4k3/8/5N2/8/8/8/8/r3RK2 b - - 0 1", "!a1e1 e8f8 e8d8");
    check::<Chess>("4k3/6p1/5N2/8/8/8/8/4RK2 b - - 0 1", "!g7f6 e8f8 e8f7");
}

#[test]
fn a_king_does_not_hide_behind_himself() {
    check::<Chess>("8/8/8/r2K3k/8/8/8/8 w - - 0 1", "!d5e5 !d5c5 d5d4");
}

#[test]
fn a_fragments_pawn_steps_twice_from_any_rank_only_if_it_never_moved() {
    check::<Fragments>("k4/5/5/3P1/2K2 w d2 -", "d2d3 d2d4");
    check::<Fragments>("k4/5/5/3P1/2K2 w - -", "d2d3 !d2d4");
    check::<Fragments>("k4/5/3P1/5/2K2 w d3 -", "d3d4 d3d5 d3d5q");
    check::<Fragments>("k4/5/3P1/5/2K2 w - -", "d3d4 !d3d5");
    check::<Fragments>("k4/3n1/3P1/5/2K2 w d3 -", "!d3d4 !d3d5");
    // From the rank before the last a second step would leave the board.
    check::<Fragments>("k4/3P1/5/5/2K2 w d4 -", "d4d5q !d4d1 !d4d2");
}

#[test]
fn a_fragments_double_step_that_promotes_leaves_nothing_to_take_in_passing() {
    let position: Position<Fragments> = "k4/2p2/3P1/5/2K2 w c4d3 -".parse().expect("valid");
    let promoted = position.after(position.uci_move("d3d5q").expect("legal"));
    assert_eq!(promoted.to_string(), "k2Q1/2p2/5/5/2K2 b c4 -");
}

#[test]
fn fragments_pawns_promote_to_queens_alone_and_chess_pawns_to_four_kinds() {
    check::<Fragments>("k4/3P1/5/5/2K2 w - -", "d4d5 d4d5q !d4d5r !d4d5n !d4d5b");
    check::<Chess>("k7/3P4/8/8/8/8/8/2K5 w - - 0 1", "!d7d8 d7d8q d7d8r d7d8n d7d8b");
}

#[test]
fn a_pinned_right_slides_along_its_pin_but_never_jumps() {
    check::<Fragments>("1k3/1r3/5/1R3/1K3 w - -", "b2b3 b2b4 !b2c4 !b2a4 !b2d3 !b2a2");
}

#[test]
fn en_passant_gives_check_by_the_line_that_the_taken_pawn_leaves() {
    let position: Position<Chess> = "8/1k6/8/3pP3/8/8/6B1/4K3 w - d6 0 1".parse().expect("valid");
    let takes = position.uci_move("e5d6").expect("legal");
    assert!(position.gives_check(takes));
    assert!(position.after(takes).in_check());
}
