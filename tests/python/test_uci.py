"""The engine as python-chess drives it: play, analyse, ponder, options, Chess960.

Run with the engine's path in ADOUBE (default: target/release/adoube):
    python -m unittest discover tests/python
"""

import asyncio
import os
import pathlib
import unittest

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINE = os.environ.get("ADOUBE", str(ROOT / "target/release/adoube"))


class Driven(unittest.TestCase):
    def setUp(self):
        self.engine = chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=30)

    def tearDown(self):
        self.engine.quit()

    def test_plays_a_whole_game_without_an_illegal_move(self):
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < 400:
            result = self.engine.play(board, chess.engine.Limit(nodes=2000))
            self.assertIn(result.move, board.legal_moves)
            board.push(result.move)
        self.assertGreater(board.ply(), 10)

    def test_keeps_to_a_clock(self):
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.01, black_inc=0.01)
        self.assertIn(self.engine.play(board, limit).move, board.legal_moves)

    def test_finds_mate_and_says_so(self):
        board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
        info = self.engine.analyse(board, chess.engine.Limit(depth=5))
        self.assertEqual(info["score"].white(), chess.engine.Mate(1))
        self.assertEqual(info["pv"], [chess.Move.from_uci("a1a8")])

    def test_every_line_is_legal_to_its_end_and_complete(self):
        board = chess.Board("r1bq1rk1/pp2ppbp/2np1np1/8/3PP3/2N2N2/PPP2PPP/R1BQKB1R w KQ - 0 8")
        with self.engine.analysis(board, chess.engine.Limit(depth=10), multipv=3) as analysis:
            for info in analysis:
                if "pv" not in info:
                    continue
                for field in ("depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time"):
                    self.assertIn(field, info)
                replay = board.copy()
                for move in info["pv"]:
                    self.assertIn(move, replay.legal_moves)
                    replay.push(move)
        self.assertEqual(len(analysis.multipv), 3)

    def test_an_endless_analysis_can_be_stopped(self):
        with self.engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
        self.engine.ping()

    def test_ponders(self):
        board = chess.Board()
        for _ in range(6):
            result = self.engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
            board.push(result.move)
            # Half the time the expected answer is played, half the time another.
            answers = list(board.legal_moves)
            if not answers:
                break  # The other side plays so badly that it may be mated by now.
            answer = result.ponder if result.ponder and board.ply() % 4 == 1 else answers[0]
            board.push(answer)

    def test_options_are_known_and_taken(self):
        options = self.engine.options
        for name in ("Hash", "Threads", "Ponder", "MultiPV", "Clear Hash", "Move Overhead", "SyzygyPath",
                     "UCI_Chess960", "UCI_Variant", "UCI_ShowWDL", "UCI_LimitStrength", "UCI_Elo",
                     "UCI_AnalyseMode", "ScorePOV", "Eval", "ShowStats"):
            self.assertIn(name, options)
        self.engine.configure({"Hash": 4, "Threads": 2, "Move Overhead": 30, "Clear Hash": None})
        self.engine.play(chess.Board(), chess.engine.Limit(nodes=5000))

    def test_chances_to_win_draw_and_lose(self):
        self.engine.configure({"UCI_ShowWDL": True})
        board = chess.Board("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")
        wdl = self.engine.analyse(board, chess.engine.Limit(depth=6))["wdl"].white()
        self.assertEqual(wdl.total(), 1000)
        self.assertGreater(wdl.wins, 900)

    def test_limited_strength_still_plays(self):
        self.engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 1000})
        board = chess.Board()
        self.assertIn(self.engine.play(board, chess.engine.Limit(time=0.1)).move, board.legal_moves)

    def test_plays_chess960(self):
        for number in (0, 518, 700, 959):
            board = chess.Board.from_chess960_pos(number)
            for _ in range(40):
                if board.is_game_over():
                    break
                board.push(self.engine.play(board, chess.engine.Limit(nodes=500)).move)

    def test_castles_in_chess960(self):
        board = chess.Board("1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w GBgb - 0 1", chess960=True)
        castling = board.parse_san("O-O")
        result = self.engine.play(board, chess.engine.Limit(depth=4), root_moves=[castling])
        self.assertEqual(result.move, castling)


class Asynchronous(unittest.TestCase):
    def test_a_search_that_is_cancelled_leaves_a_healthy_engine(self):
        async def main():
            _, engine = await chess.engine.popen_uci(ENGINE)
            analysis = await engine.analysis(chess.Board())
            await asyncio.sleep(0.1)
            analysis.stop()
            await analysis.wait()
            result = await engine.play(chess.Board(), chess.engine.Limit(depth=3))
            self.assertIsNotNone(result.move)
            await engine.quit()

        asyncio.run(main())


if __name__ == "__main__":
    unittest.main()
