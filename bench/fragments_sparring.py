"""Sparring partners for the arena of Chess Fragments, each with 0.1 s a move: Adoube's own agent, and Fairy-Stockfish as an agent.

  adoube fragments arena bench/fragments_sparring.py:adoube bench/fragments_sparring.py:fairy --games 200 --save games.pgn

Each thinks for exactly 0.1 s; what the framework takes to show its board comes on top for both. (`make_agent(seconds=0.1)` would
share its time out, more for hard moves and less for easy ones.)
"""

import os
import pathlib
import subprocess

from adoube.chessmaker import Agent

SECONDS = 0.1
FAIRY = os.environ.get("FAIRY_STOCKFISH", "/usr/games/fairy-stockfish")
VARIANTS = pathlib.Path(__file__).resolve().parent / "fragments-variants.ini"


class Exact(Agent):
    """Our own agent, but with the same time for every move."""

    def _choose(self, memory, allowed, move_seconds, called):
        return self._engine.search(memory.position, seconds=self.seconds, moves=allowed).best_move


class Fairy(Agent):
    """Reads boards and remembers games as our own agent does, and asks Fairy-Stockfish for the move."""

    def __init__(self, seconds):
        super().__init__(seconds=seconds, hash=1)
        self.process = subprocess.Popen([FAIRY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.game = None
        self.ask("uci", "uciok")
        self.say("setoption name Hash value 64", f"setoption name VariantPath value {VARIANTS}", "setoption name UCI_Variant value fragments")

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, line, first_word):
        self.say(line)
        for answer in self.process.stdout:
            if answer.startswith(first_word):
                return answer.split()
        raise RuntimeError("Fairy-Stockfish has ended")

    def _choose(self, memory, allowed, move_seconds, called):
        if memory is not self.game:
            self.game = memory
            self.ask("ucinewgame\nisready", "readyok")
        # It knows unmoved pawns by their rank, and counts moves.
        placement, side, _, passed = memory.position.start_fen.split()[:4]
        moves = " ".join(memory.position.moves)
        self.say(f"position fen {placement} {side} - {passed} 0 1" + (f" moves {moves}" if moves else ""))
        best = self.ask(f"go movetime {round(1000 * self.seconds)}", "bestmove")[1]
        if best not in allowed:
            raise RuntimeError(f"Fairy-Stockfish plays {best} in {memory.position.fen}")
        return best


adoube = Exact(seconds=SECONDS)
fairy = Fairy(seconds=SECONDS)
