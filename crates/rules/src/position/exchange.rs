//! Static exchange evaluation: what a capture is worth after all recaptures on its square.

use super::Position;
use crate::attacks::{bishop_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::fault;
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::rules::Rules;

/// Who takes back first: the least valuable piece.
const CHEAPEST_FIRST: [PieceKind; PieceKind::COUNT] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Right,
    PieceKind::Queen,
    PieceKind::King,
];

impl<R: Rules> Position<R> {
    /// Whether a legal move gains at least `threshold` by [`Rules::EXCHANGE_VALUES`] if both sides then take on its
    /// square, cheapest piece first, for as long as it pays. Pins are not seen; a king never takes into an attack.
    ///
    /// ```
    /// use adoube_rules::{Chess, Position};
    /// let position: Position<Chess> = "4k3/8/3p4/4n3/8/8/4R3/4K3 w - - 0 1".parse().unwrap();
    /// let takes = position.uci_move("e2e5").unwrap();
    /// assert!(position.exchange_gains(takes, -200));
    /// assert!(!position.exchange_gains(takes, 0));
    /// ```
    pub fn exchange_gains(&self, mv: Move, threshold: i32) -> bool {
        let value = |kind: PieceKind| R::EXCHANGE_VALUES[kind.index()];
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = self.kind_at(from) else { return false };
        let us = self.side_to_move;

        let mut occupied = self.occupied() ^ Bitboard::of(from) | Bitboard::of(to);
        let taken = if mv.is_en_passant() {
            occupied ^= Bitboard::of(to.behind(us));
            value(PieceKind::Pawn)
        } else {
            self.kind_at(to).map_or(0, value)
        };
        let (gain, mut at_risk) = match mv.promotion() {
            Some(promoted) => (taken + value(promoted) - value(PieceKind::Pawn), value(promoted)),
            None => (taken, value(kind)),
        };

        // `balance` is what the side that has just moved holds above its threshold.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        // Even losing the moved piece for nothing would do.
        if balance >= at_risk {
            return true;
        }

        let (straight, diagonal) = (self.straight_sliders(), self.diagonal_sliders());
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !us;
        let mut we_hold = true;
        loop {
            let takers = attackers & self.of_color(side);
            if takers.is_empty() {
                break;
            }
            let cheapest = CHEAPEST_FIRST.into_iter().find(|kind| !(takers & self.of_kind(*kind)).is_empty());
            let Some(taker) = cheapest else { break };
            if taker == PieceKind::King && !(attackers & self.of_color(!side)).is_empty() {
                break;
            }
            we_hold = !we_hold;
            balance = at_risk - balance - 1;
            at_risk = value(taker);
            // The taker stands well even if it is lost.
            if balance >= at_risk {
                break;
            }
            occupied ^= Bitboard::of((takers & self.of_kind(taker)).lowest());
            // Sliders behind the taker join in.
            if !fault!(ExchangeForgetsXRays) {
                attackers |= (rook_attacks(to, occupied) & straight) | (bishop_attacks(to, occupied) & diagonal);
            }
            attackers &= occupied;
            side = !side;
        }
        if fault!(ExchangeSign) { !we_hold } else { we_hold }
    }
}
