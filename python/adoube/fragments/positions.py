"""Positions to test programs with: first those in which programs go wrong, then those of random games."""

import random
from collections.abc import Iterator

from adoube import Position

# A law of the game, and a position in which it matters.
LAWS = [
    ("the start, sample0", "nqkbr/ppppp/5/PPPPP/RBKQN w a2a4b2b4c2c4d2d4e2e4 -"),
    ("the start, sample1", "rqknb/ppppp/5/PPPPP/BNKQR w a2a4b2b4c2c4d2d4e2e4 -"),
    ("a pawn that never moved makes two steps", "1k3/5/5/2P2/2K2 w c2 -"),
    ("a pawn that has moved makes one", "1k3/5/5/2P2/2K2 w - -"),
    ("two steps are not made over a piece", "1k3/5/2n2/2P2/2K2 w c2 -"),
    ("two steps do not capture", "1k3/2n2/5/2P2/2K2 w c2 -"),
    ("en passant", "4k/1Pp2/5/5/K4 b c4 b3"),
    ("en passant only at once", "4k/1Pp2/5/5/K4 b c4 -"),
    ("en passant answers a check", "5/5/k4/1pP2/1K3 w - b3"),
    ("en passant may not uncover a check along the rank", "5/RPp1k/5/5/K4 b c4 b3"),
    ("a pawn on the last rank becomes a queen, nothing else", "k4/3P1/5/5/K4 w - -"),
    ("it promotes by capturing too", "k1n1b/3P1/5/5/K4 w - -"),
    ("two steps may end on the last rank", "k4/5/4P/5/K4 w e3 -"),
    ("the Right slides like a rook and jumps like a knight", "k4/5/2R2/5/4K w - -"),
    ("the Right is stopped by pieces, its jumps are not", "k4/2p2/1pRp1/2P2/4K w - -"),
    ("a pinned piece stays in line", "k3r/5/4R/5/4K w - -"),
    ("a pinned knight stays", "k3r/5/4N/5/4K w - -"),
    ("a pinned piece still gives check", "1k2r/5/5/3KB/q3R b - -"),
    ("a check must be answered", "k4/5/r4/1B1N1/K4 w - -"),
    ("a double check makes the king move", "k3r/5/2n2/1Q3/4K w - -"),
    ("kings keep apart", "5/1k3/5/1K3/5 w - -"),
    ("no legal move", "k4/2Q2/5/5/2K2 b - -"),
]
SETUPS = ["sample0", "sample1", "brief", "sample5", "sample6", "sample7"]


def known_positions() -> Iterator[tuple[str, Position]]:
    """Positions with the law that each is about."""
    for law, fen in LAWS:
        yield law, Position(fen, game="fragments")


def random_positions(seed: int = 0) -> Iterator[tuple[str, Position]]:
    """Positions of random games from all set-ups, without end. Captures and promotions are played more often than chance
    would, so that boards empty and pawns run."""
    chance = random.Random(seed)
    while True:
        setup = chance.choice(SETUPS)
        position = Position(setup, game="fragments")
        while not position.is_over and len(position.moves) < 80:
            moves = position.legal_moves
            sharp = [text for text in moves if text[2:4] in position.pieces or len(text) == 5]
            position.push(chance.choice(sharp if sharp and chance.random() < 0.3 else moves))
            yield f"a random game from {setup}", position.copy()
