"""The games of `adoube match` as python-chess reads them: every move legal, every result what the board says.

Run with the engine's path in ADOUBE (default: target/release/adoube):
    python -m unittest discover tests/python
"""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import chess
import chess.pgn

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINE = os.environ.get("ADOUBE", str(ROOT / "target/release/adoube"))
COMMENT = re.compile(r"^([+-]?\d+\.\d\d|[+-]M\d+)/\d+ \d+\.\d{3}s \d+n")


class Games(unittest.TestCase):
    def play(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "match")
            subprocess.run(
                [ENGINE, "match", "adoube", "adoube", "--nodes", "200", "--games", "6", "--out", out, *arguments],
                check=True, capture_output=True,
            )
            with open(os.path.join(out, "games.pgn"), encoding="utf-8") as file:
                return list(iter(lambda: chess.pgn.read_game(file), None))

    def check(self, games):
        self.assertEqual(len(games), 6)
        for game in games:
            self.assertEqual(game.errors, [])
            outcome = game.end().board().outcome(claim_draw=True)
            self.assertIsNotNone(outcome)
            self.assertEqual(outcome.result(), game.headers["Result"])
            self.assertEqual(game.headers["Termination"], "normal")
            for node in game.mainline():
                self.assertRegex(" ".join(node.comment.split()), COMMENT)

    def test_chess_is_read_and_refereed_alike(self):
        self.check(self.play())

    def test_double_chess960_is_read_and_refereed_alike(self):
        games = self.play("--game", "dfrc")
        self.check(games)
        self.assertTrue(any(game.board().chess960 for game in games))


if __name__ == "__main__":
    unittest.main()
