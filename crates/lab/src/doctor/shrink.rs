//! Making a position smaller for as long as it still proves the point: nobody finds a fault among thirty pieces.

use std::time::Duration;

use rules::{Bitboard, Chess, PieceKind, Position, Setup};

/// How long a check may go on with it when its time is up.
pub const SHRINKING: Duration = Duration::from_secs(5);

/// The smallest position found that still shows it. `shows` is asked at most `most` times; whatever it cannot say
/// ends the hunt with the error.
pub fn smallest<E>(
    start: &Position<Chess>,
    most: usize,
    shows: &mut dyn FnMut(&Position<Chess>) -> Result<bool, E>,
) -> Result<Position<Chess>, E> {
    let mut best = *start;
    let mut asked = 0;
    loop {
        let mut is_smaller = false;
        for next in smaller(&best) {
            // An earlier step may have taken away what this one would.
            if weight(&next) >= weight(&best) {
                continue;
            }
            if asked >= most {
                return Ok(best);
            }
            asked += 1;
            if shows(&next)? {
                best = next;
                is_smaller = true;
                break;
            }
        }
        if !is_smaller {
            return Ok(best);
        }
    }
}

/// How much there is to look at.
fn weight(position: &Position<Chess>) -> usize {
    let rights = position.unmoved().len() as usize + usize::from(position.en_passant().is_some());
    10 * position.occupied().len() as usize
        + 3 * rights
        + usize::from(position.halfmove_clock() > 0)
        + usize::from(position.fullmove_number() > 1)
}

/// Positions with less in them: without some counters or rights, half of the pieces of a kind, single pieces.
fn smaller(position: &Position<Chess>) -> Vec<Position<Chess>> {
    let setup = position.to_setup();
    let mut setups = vec![Setup { halfmove_clock: 0, fullmove_number: 1, ..setup.clone() }];
    setups.push(Setup { unmoved: Bitboard::EMPTY, en_passant: None, ..setup.clone() });
    setups.push(Setup { unmoved: Bitboard::EMPTY, ..setup.clone() });
    setups.push(Setup { en_passant: None, ..setup.clone() });
    let pieces: Vec<_> = position.pieces().filter(|(_, piece)| piece.kind != PieceKind::King).collect();
    let without = |gone: &[(rules::Square, rules::Piece)]| {
        let mut fewer = setup.clone();
        for (square, _) in gone {
            fewer.board[square.index()] = None;
            fewer.unmoved = fewer.unmoved.into_iter().filter(|rook| rook != square).collect();
        }
        fewer
    };
    for kind in [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        let of_kind: Vec<_> = pieces.iter().copied().filter(|(_, piece)| piece.kind == kind).collect();
        if of_kind.len() > 2 {
            setups.push(without(&of_kind));
            setups.push(without(&of_kind[..of_kind.len() / 2]));
            setups.push(without(&of_kind[of_kind.len() / 2..]));
        }
    }
    setups.extend(pieces.iter().map(|piece| without(&[*piece])));
    setups.iter().filter_map(|setup| Position::try_from(setup).ok()).collect()
}

#[cfg(test)]
mod tests {
    use rules::{Color, Piece};

    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let start: Position<Chess> =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 7 30".parse().unwrap();
        let queen = Piece { color: Color::Black, kind: PieceKind::Queen };
        let mut asked = 0;
        let found = smallest(&start, 500, &mut |position| {
            asked += 1;
            Ok::<_, ()>(position.pieces().any(|(_, piece)| piece == queen))
        });
        assert_eq!(found.unwrap().to_string(), "4k3/4q3/8/8/8/8/8/4K3 w - - 0 1");
        assert!(asked < 200, "{asked}");
    }

    #[test]
    fn what_can_be_taken_in_passing_stays_if_it_matters() {
        let start: Position<Chess> =
            "r3k2r/p1pp1pb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 30".parse().unwrap();
        let shows = &mut |position: &Position<Chess>| {
            Ok::<_, ()>(position.legal_moves().iter().any(|mv| mv.is_capture() && position.piece_at(mv.to()).is_none()))
        };
        let found = smallest(&start, 500, shows).unwrap();
        assert_eq!(found.to_string(), "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1");
    }

    #[test]
    fn the_hunt_ends_with_the_tries_or_with_an_error() {
        let start = Position::<Chess>::start();
        let mut asked = 0;
        smallest(&start, 5, &mut |_| {
            asked += 1;
            Ok::<_, ()>(false)
        })
        .unwrap();
        assert_eq!(asked, 5);
        assert_eq!(smallest(&start, 5, &mut |_| Err("dead")), Err("dead"));
    }
}
