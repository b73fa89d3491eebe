"""A plain agent in Python, of the kind that students write and write well: alpha-beta with iterative deepening, a table,
quiescence, captures first, material and squares. It knows all rules of the game, stalemate and en passant included.

Squares are numbers y * 5 + x; pieces are 1 to 6, Black's negative.
"""

import time

PAWN, KNIGHT, BISHOP, RIGHT, QUEEN, KING = 1, 2, 3, 4, 5, 6
KINDS = {"pawn": PAWN, "knight": KNIGHT, "bishop": BISHOP, "right": RIGHT, "queen": QUEEN, "king": KING}
VALUES = [0, 100, 300, 320, 750, 900, 0]
MATE = 100_000


def _targets(jumps):
    table = []
    for square in range(25):
        x, y = square % 5, square // 5
        table.append([(y + b) * 5 + x + a for a, b in jumps if 0 <= x + a < 5 and 0 <= y + b < 5])
    return table


def _rays(directions):
    table = []
    for square in range(25):
        x, y = square % 5, square // 5
        rays = []
        for a, b in directions:
            ray = [(y + b * n) * 5 + x + a * n for n in range(1, 5) if 0 <= x + a * n < 5 and 0 <= y + b * n < 5]
            if ray:
                rays.append(ray)
        table.append(rays)
    return table


JUMPS = _targets([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)])
STEPS = _targets([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)])
STRAIGHT = _rays([(1, 0), (-1, 0), (0, 1), (0, -1)])
DIAGONAL = _rays([(1, 1), (1, -1), (-1, 1), (-1, -1)])
TAKES = {1: _targets([(-1, -1), (1, -1)]), -1: _targets([(-1, 1), (1, 1)])}
CENTRE = [10 - 3 * (abs(square % 5 - 2) + abs(square // 5 - 2)) for square in range(25)]
ADVANCE = {1: [12 * (4 - square // 5) for square in range(25)], -1: [12 * (square // 5) for square in range(25)]}


class TimeIsUp(Exception):
    """The search must end now."""


class State:
    """A position that moves are made and unmade in."""

    def __init__(self, squares, side, unmoved, passed):
        self.squares, self.side, self.unmoved, self.passed = squares, side, unmoved, passed

    def attacked(self, square, by):
        """Whether a side attacks a square."""
        board = self.squares
        for source in JUMPS[square]:
            if board[source] == by * KNIGHT or board[source] == by * RIGHT:
                return True
        for source in STEPS[square]:
            if board[source] == by * KING:
                return True
        for source in TAKES[-by][square]:
            if board[source] == by * PAWN:
                return True
        for rays, kinds in ((STRAIGHT[square], (by * RIGHT, by * QUEEN)), (DIAGONAL[square], (by * BISHOP, by * QUEEN))):
            for ray in rays:
                for source in ray:
                    piece = board[source]
                    if piece:
                        if piece in kinds:
                            return True
                        break
        return False

    def moves(self, captures_only=False):
        """The moves, whether they leave the king in check or not."""
        board, side, found = self.squares, self.side, []
        for source, piece in enumerate(board):
            kind = piece * side
            if kind <= 0:
                continue
            if kind == PAWN:
                ahead = source - 5 * side
                if not captures_only or ahead // 5 in (0, 4):
                    if 0 <= ahead < 25 and not board[ahead]:
                        found.append((source, ahead))
                        further = ahead - 5 * side
                        if source in self.unmoved and 0 <= further < 25 and not board[further]:
                            found.append((source, further))
                for target in TAKES[side][source]:
                    if board[target] * side < 0 or target == self.passed:
                        found.append((source, target))
                continue
            if kind == KNIGHT or kind == RIGHT:
                jumps = JUMPS[source]
            else:
                jumps = STEPS[source] if kind == KING else ()
            for target in jumps:
                there = board[target] * side
                if there < 0 or (there == 0 and not captures_only):
                    found.append((source, target))
            rays = []
            if kind == RIGHT or kind == QUEEN:
                rays = STRAIGHT[source]
            if kind == BISHOP or kind == QUEEN:
                rays = rays + DIAGONAL[source]
            for ray in rays:
                for target in ray:
                    there = board[target] * side
                    if there > 0:
                        break
                    if there < 0 or not captures_only:
                        found.append((source, target))
                    if there:
                        break
        return found

    def make(self, move):
        """Plays a move; what is returned takes it back."""
        source, target = move
        board, side = self.squares, self.side
        piece, taken = board[source], board[target]
        undo = (piece, taken, self.unmoved, self.passed, None)
        passed = None
        board[source] = 0
        board[target] = piece
        if piece * side == PAWN:
            if target == self.passed and not taken:
                victim = target + 5 * side
                undo = (piece, taken, self.unmoved, self.passed, (victim, board[victim]))
                board[victim] = 0
                self.unmoved = self.unmoved - {victim}
            if target // 5 in (0, 4):
                board[target] = QUEEN * side
            elif abs(source - target) == 10:
                passed = (source + target) // 2
        if source in self.unmoved or target in self.unmoved:
            self.unmoved = self.unmoved - {source, target}
        self.passed = passed
        self.side = -side
        return undo

    def unmake(self, move, undo):
        """Takes a move back."""
        source, target = move
        piece, taken, self.unmoved, self.passed, victim = undo
        self.side = -self.side
        self.squares[source] = piece
        self.squares[target] = taken
        if victim is not None:
            self.squares[victim[0]] = victim[1]

    def is_legal_after(self):
        """Whether the side that has just moved kept its king safe."""
        king = -self.side * KING
        return king not in self.squares or not self.attacked(self.squares.index(king), self.side)

    def evaluate(self):
        """Material and squares, for the side to move."""
        score = 0
        for square, piece in enumerate(self.squares):
            if piece:
                kind, side = abs(piece), 1 if piece > 0 else -1
                worth = VALUES[kind] + (ADVANCE[side][square] if kind == PAWN else CENTRE[square])
                score += side * worth
        return score * self.side


class PlainSearch:
    """Iterative deepening until the time is up."""

    def __init__(self, state, seconds, history):
        self.state, self.history = state, history
        self.deadline = time.perf_counter() + seconds
        self.nodes, self.depth = 0, 0
        self.table = {}

    def run(self):
        """The best move, or None if there is none."""
        legal = [move for move in self.state.moves() if self.is_legal(move)]
        best = legal[0] if legal else None
        try:
            for depth in range(1, 40):
                score, move = self.root(legal, depth)
                best, self.depth = move, depth
                legal.sort(key=lambda other: other != move)
                if abs(score) > MATE - 100:
                    break
        except TimeIsUp:
            pass
        return best

    def is_legal(self, move):
        undo = self.state.make(move)
        good = self.state.is_legal_after()
        self.state.unmake(move, undo)
        return good

    def root(self, legal, depth):
        alpha, best = -MATE * 2, legal[0]
        for move in legal:
            undo = self.state.make(move)
            try:
                key = (tuple(self.state.squares), self.state.side)
                # A position that came up twice already is on its way to a draw.
                score = 0 if self.history.get(key, 0) >= 2 else -self.search(depth - 1, -2 * MATE, -alpha, 1)
            finally:
                self.state.unmake(move, undo)
            if score > alpha:
                alpha, best = score, move
        return alpha, best

    def search(self, depth, alpha, beta, ply):
        self.nodes += 1
        if self.nodes % 256 == 0 and time.perf_counter() > self.deadline:
            raise TimeIsUp
        state = self.state
        if depth <= 0:
            return self.quiesce(alpha, beta)
        key = (tuple(state.squares), state.side, state.unmoved, state.passed)
        known = self.table.get(key)
        first = None
        if known is not None:
            first = known[3]
            if known[0] >= depth:
                if known[2] == 0 or (known[2] > 0 and known[1] >= beta) or (known[2] < 0 and known[1] <= alpha):
                    return known[1]
        moves = state.moves()
        board = state.squares
        moves.sort(key=lambda move: (move != first, -VALUES[abs(board[move[1]])], abs(board[move[0]])))
        best, best_move, before = -2 * MATE, None, alpha
        for move in moves:
            undo = state.make(move)
            try:
                if not state.is_legal_after():
                    continue
                score = -self.search(depth - 1, -beta, -alpha, ply + 1)
            finally:
                state.unmake(move, undo)
            if score > best:
                best, best_move = score, move
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
        if best_move is None:
            # No legal move loses, in check or not.
            return ply - MATE
        if abs(best) < MATE - 100:
            self.table[key] = (depth, best, 1 if best >= beta else (-1 if best <= before else 0), best_move)
        return best

    def quiesce(self, alpha, beta):
        self.nodes += 1
        state = self.state
        best = state.evaluate()
        if best >= beta:
            return best
        alpha = max(alpha, best)
        board = state.squares
        moves = state.moves(captures_only=True)
        moves.sort(key=lambda move: (-VALUES[abs(board[move[1]])], abs(board[move[0]])))
        for move in moves:
            undo = state.make(move)
            if state.is_legal_after():
                score = -self.quiesce(-beta, -alpha)
                state.unmake(move, undo)
                if score > best:
                    best = score
                    alpha = max(alpha, score)
                    if alpha >= beta:
                        break
            else:
                state.unmake(move, undo)
        return best


def read_state(board, player):
    """The framework's board."""
    squares, unmoved, passed = [0] * 25, set(), None
    side = 1 if player.name == "white" else -1
    for piece in board.get_pieces():
        x, y = piece.position
        color = 1 if piece.player.name == "white" else -1
        kind = KINDS[piece.name.lower()]
        squares[y * 5 + x] = color * kind
        if kind == PAWN:
            if piece._moved_turns_ago == -1:
                unmoved.add(y * 5 + x)
            elif color != side and piece._moved_turns_ago <= 1 and abs(piece._last_position.y - y) == 2:
                passed = (piece._last_position.y + y) // 2 * 5 + x
    return State(squares, side, frozenset(unmoved), passed)


class PlainAgent:
    """An agent of the framework that thinks so many seconds for each move."""

    __name__ = "plain"

    def __init__(self, seconds=1.0):
        self.seconds = seconds
        self.history = {}
        self.nodes = 0
        self.time = 0.0

    def __call__(self, board, player, var):
        if var[0] <= 2:
            self.history = {}
        state = read_state(board, player)
        self.remember(state)
        began = time.perf_counter()
        search = PlainSearch(state, self.seconds, self.history)
        source, target = search.run()
        self.nodes += search.nodes
        self.time += time.perf_counter() - began
        state.make((source, target))
        self.remember(state)
        for piece in board.get_player_pieces(player):
            if (piece.position.x, piece.position.y) == (source % 5, source // 5):
                for option in piece.get_move_options():
                    if (option.position.x, option.position.y) == (target % 5, target // 5):
                        return piece, option
        return None, None

    def remember(self, state):
        """Counts a position, for repetition."""
        key = (tuple(state.squares), state.side)
        self.history[key] = self.history.get(key, 0) + 1


agent = PlainAgent()


def legal_moves(board, player):
    """Its legal moves, for adoube fragments check."""
    state = read_state(board, player)
    search = PlainSearch(state, 1.0, {})
    return [move for move in state.moves() if search.is_legal(move)]
