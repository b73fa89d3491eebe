//! Who has which men. Tables see every position through the eyes of the side to move, so a material is an ordered pair.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use rules::{Color, PieceKind, Position, Rules};

/// The kinds a side can have besides its king, strongest first.
pub(super) const KINDS: [PieceKind; 5] =
    [PieceKind::Queen, PieceKind::Right, PieceKind::Bishop, PieceKind::Knight, PieceKind::Pawn];

/// How many men tables can have at most, kings included.
pub const MOST_MEN: usize = 5;

/// How many men there can be besides the kings.
pub(super) const MOST_EXTRA: usize = MOST_MEN - 2;

/// How many [`Men`] there are: one to three men of five kinds, or none.
pub(super) const SIDES: usize = 1 + 5 + 15 + 35;

/// The men of one side besides its king, strongest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Men(ArrayVec<PieceKind, MOST_EXTRA>);

impl Men {
    /// All sets of so many men.
    fn all(count: usize) -> Vec<Self> {
        let mut all = vec![Self::default()];
        for _ in 0..count {
            let longer = |men: &Self| -> Vec<Self> {
                let from = men.0.last().map_or(0, |last| place_of(*last));
                KINDS[from..].iter().map(|kind| Self(men.0.iter().copied().chain([*kind]).collect())).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    pub(super) fn kinds(&self) -> &[PieceKind] {
        &self.0
    }

    fn code(&self) -> usize {
        self.0.iter().map(|kind| 1 << (2 * place_of(*kind))).sum()
    }
}

fn place_of(kind: PieceKind) -> usize {
    KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len())
}

/// What stands on the board: the men of the side to move, and those of the other side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    pub(super) own: Men,
    pub(super) their: Men,
}

impl Material {
    /// Every material with so many men, kings included, ordered so that captures and promotions lead to earlier ones.
    pub(super) fn all(men: usize) -> Vec<Self> {
        let Some(extra) = men.checked_sub(2) else { return Vec::new() };
        let mut all = Vec::new();
        for ours in (0..=extra).rev() {
            for own in Men::all(ours) {
                all.extend(Men::all(extra - ours).into_iter().map(|their| Self { own: own.clone(), their }));
            }
        }
        all.sort_by_key(Self::pawns);
        all
    }

    /// How many men there are, kings included.
    pub fn men(&self) -> usize {
        2 + self.own.0.len() + self.their.0.len()
    }

    pub(super) fn pawns(&self) -> usize {
        let is_pawn = |kind: &&PieceKind| **kind == PieceKind::Pawn;
        self.own.0.iter().chain(&self.their.0).filter(is_pawn).count()
    }

    /// The same men with the other side to move.
    pub(super) fn turned(&self) -> Self {
        Self { own: self.their.clone(), their: self.own.clone() }
    }

    pub(super) fn number(&self) -> usize {
        number(self.own.code(), self.their.code())
    }

    /// The number of a position's material, below [`SIDES`] squared, if it is one of the tables' at all.
    #[inline]
    pub(super) fn number_of<R: Rules>(position: &Position<R>) -> Option<usize> {
        let us = position.side_to_move();
        let code = |color: Color| -> usize {
            let count = |place: usize| (position.of(color, KINDS[place]).len() as usize) << (2 * place);
            (0..KINDS.len()).map(count).sum()
        };
        let kings = Color::ALL.into_iter().all(|color| position.king(color).is_some());
        (kings && position.occupied().len() as usize <= MOST_MEN).then(|| number(code(us), code(!us)))
    }
}

fn number(own: usize, their: usize) -> usize {
    NUMBERS[own] as usize * SIDES + NUMBERS[their] as usize
}

/// The number of each set of men by its code: two bits for the count of each kind.
static NUMBERS: [u8; 1 << 10] = {
    let mut numbers = [0; 1 << 10];
    let (mut code, mut next) = (0, 0);
    while code < 1 << 10 {
        let count = (code & 3) + (code >> 2 & 3) + (code >> 4 & 3) + (code >> 6 & 3) + (code >> 8);
        if count <= MOST_EXTRA {
            numbers[code] = next;
            next += 1;
        }
        code += 1;
    }
    assert!(next as usize == SIDES);
    numbers
};

impl fmt::Display for Material {
    /// `KQvKP`: the side to move first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |men: &Men| -> String { men.0.iter().map(|kind| kind.letter()).collect() };
        write!(f, "K{}vK{}", letters(&self.own), letters(&self.their))
    }
}

/// The text is not a material such as `KQvKP`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("material: {0:?}; expected one such as KQvKP, with at most {MOST_MEN} men")]
pub struct ParseMaterialError(String);

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let men = |side: &str| -> Option<Men> {
            let letters = side.strip_prefix('K')?;
            let kind = |letter: char| KINDS.into_iter().find(|kind| kind.letter() == letter);
            let mut kinds = letters.chars().map(kind).collect::<Option<Vec<_>>>()?;
            kinds.sort_by_key(|kind| place_of(*kind));
            ArrayVec::try_from(kinds.as_slice()).ok().map(Men)
        };
        let sides = text.split_once('v').and_then(|(own, their)| Some(Self { own: men(own)?, their: men(their)? }));
        sides.filter(|material| material.men() <= MOST_MEN).ok_or_else(|| ParseMaterialError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_materials_of_three_men_and_fifty_five_of_four() {
        assert_eq!([2, 3, 4, 5].map(|men| Material::all(men).len()), [1, 10, 55, 220]);
        for material in (2..=5).flat_map(Material::all) {
            assert_eq!(material.to_string().parse(), Ok(material.clone()));
        }
        for wrong in ["", "KQ", "KQvQ", "KXvK", "KQQvKQQ", "KQQQQvK"] {
            assert!(wrong.parse::<Material>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_material_has_a_number_of_its_own() {
        let mut numbers: Vec<usize> = (2..=5).flat_map(Material::all).map(|material| material.number()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 286);
    }
}
