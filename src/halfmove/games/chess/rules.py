"""The rules of chess, as machine code and in plain Python.

A position is seen by the side to move: its pawns go up, and `play` turns the board round. A piece is a number from 1 to
6: pawn, knight, bishop, rook, queen, king. `one`, `two` and `four` are the boards of the three bits of that number,
`mine` the pieces of the side to move. `state` holds, from its lowest bit: who is to move, 0 for White; four rights to
castle, mine on the king's side and on the queen's, then theirs; the file, from 1, of a pawn that can legally be taken
en passant, else 0; the half-moves since a pawn moved or something was taken.

A move is start + 64 * to + 4096 * what a pawn becomes, with squares as White sees them.
"""

from __future__ import annotations

from halfmove.bits import U64, popcount, trailing_zeros
from halfmove.games.chess.attacks import (
    KING,
    KNIGHT,
    QUEEN,
    Board,
    attacked,
    checks_and_pins,
    in_check,
    king_of,
    slanting,
    straight,
    turned,
    turned_rights,
)
from halfmove.games.chess.exchanges import loses
from halfmove.games.chess.tables import (
    ALL_RIGHTS,
    BETWEEN_AT,
    CASTLING,
    CASTLING_AT,
    CROSS_AT,
    DIAGONAL_AT,
    EMPTY,
    KEPT_AT,
    KING_AT,
    KING_TO,
    KNIGHT_AT,
    LINE_AT,
    MINE_LONG,
    MINE_SHORT,
    PAWN_AT,
    ROOK_FROM,
    ROOK_TO,
    SAFE,
    WRITTEN_TO,
)

WIN = 30_000
MOST_QUIET = 100  # half-moves after which the game is drawn
FILE_AT, CLOCK_AT = 5, 9  # where the en passant file and the count of quiet half-moves are in a state
LAST_ROW = 0xFF << 56
THIRD_ROW = 0xFF << 16
A_FILE, H_FILE = 0x0101010101010101, 0x8080808080808080
LIGHT = 0x55AA55AA55AA55AA


def pawns_moved(way, pawns, theirs, occupied, king, bound, data):
    """The targets of pawns in one of four ways: one step, two steps, taking to the left, taking to the right."""
    line = LINE_AT + 8 * king + (0 if way < 2 else 6 if way == 2 else 4)
    free = pawns & ~(bound & ~U64(data[line] | data[line + 1]))
    if way < 2:
        step = U64(free << 8) & ~occupied
        return step if way == 0 else (step & THIRD_ROW) << 8 & ~occupied
    return ((free & ~A_FILE) << 7 if way == 2 else U64((free & ~H_FILE) << 9)) & theirs


def pieces_of(way, p, king, bound, data):
    """My pieces that can move in one of these ways: knights, along diagonals, along rows and files; then the king."""
    if way == 5:
        return p.mine & p.two & ~p.one & ~p.four & ~bound
    if way == 6:
        return p.mine & p.one & (p.two | p.four) & ~(bound & ~U64(data[DIAGONAL_AT + king]))
    if way == 7:
        return p.mine & p.four & ~p.two & ~(bound & ~U64(data[CROSS_AT + king]))
    return p.mine & p.two & p.four


def targets_of(way, start, occupied, king, bound, data):
    """Where a piece comes from a square in one of these ways, even if a piece of its own side is there."""
    if way == 5:
        return U64(data[KNIGHT_AT + start])
    targets = slanting(start, occupied, data) if way == 6 else straight(start, occupied, data)
    if bound >> start & 1:
        targets &= U64(data[(DIAGONAL_AT if way == 6 else CROSS_AT) + king])
    return targets


def passing_is_legal(p, start, to, king, data):
    """Whether a pawn may take en passant: two pawns leave their squares at once."""
    occupied = p.one | p.two | p.four
    passed = U64(1) << to - 8
    after = occupied & ~(U64(1) << start) & ~passed | U64(1) << to
    return not attacked(p, king, occupied & ~p.mine & ~passed, after, data)


def passers(p, file, data):
    """My pawns that stand where they could take en passant on this file."""
    return turned(U64(data[PAWN_AT + (39 + file ^ 56)])) & p.mine & p.one & ~p.two & ~p.four


def may_pass(p, file, data):
    """Whether some pawn of mine may legally take en passant on this file."""
    left = passers(p, file, data)
    while left:
        if passing_is_legal(p, trailing_zeros(left), 39 + file, king_of(p), data):
            return True
        left &= left - 1
    return False


def castling_targets(p, king, occupied, data):
    """Where the king's move ends, as it is written, if it castles. It is not in check."""
    found = U64(0)
    rest = occupied & ~(U64(1) << king)
    theirs = occupied & ~p.mine
    for side in range(2):
        row = CASTLING_AT + CASTLING * side
        if p.state & (MINE_SHORT << side) and U64(data[row + EMPTY]) & occupied == 0:
            crossed = U64(data[row + SAFE])
            while crossed and not attacked(p, trailing_zeros(crossed), theirs, rest, data):
                crossed &= crossed - 1
            after = rest & ~(U64(1) << data[row + ROOK_FROM]) | U64(1) << data[row + ROOK_TO]
            if crossed == 0 and not attacked(p, data[row + KING_TO], theirs, after, data):
                found |= U64(1) << data[row + WRITTEN_TO]
    return found


def king_targets(p, king, wanted, occupied, data):
    """Where my king may step of the wanted squares."""
    left, safe = U64(data[KING_AT + king]) & ~p.mine & wanted, U64(0)
    rest = occupied & ~(U64(1) << king)
    theirs = occupied & ~p.mine
    while left:
        to = left & -left
        left ^= to
        if not attacked(p, trailing_zeros(to), theirs, rest, data):
            safe |= to
    return safe


def legal_moves(everything):
    """The generator of all legal moves, or of those to look at before a position is evaluated.

    The latter are captures that do not lose material, pawns that become queens, and all moves out of check. Both come
    from one text: a generator that hands on what another one yields takes machine code nearly twice the time.
    """

    def moves(p, data):
        flip = 56 * (p.state & 1)
        occupied = p.one | p.two | p.four
        theirs = occupied & ~p.mine
        pawns = p.mine & p.one & ~p.two & ~p.four
        king = king_of(p)
        checkers, bound = checks_and_pins(p, king, occupied, data)
        goal, king_goal, pawn_goal = U64(~p.mine), U64(~p.mine), U64(~p.mine)
        if checkers:
            goal = pawn_goal = checkers | U64(data[BETWEEN_AT + 64 * king + trailing_zeros(checkers)])
        elif not everything:
            goal, king_goal, pawn_goal = theirs, theirs, theirs | LAST_ROW
        file = p.state >> FILE_AT & 15
        lowest = KNIGHT if everything or checkers else QUEEN
        # The ways to move: four of pawns, taking en passant, knights, along diagonals, along rows and files, the king.
        # In double check only the king can move.
        for way in range(8 if checkers & (checkers - 1) else 0, 9):
            targets, left, last = U64(0), U64(0), U64(0)
            origin, follow, become, extra = 0, 0, 0, 0
            if way < 4:
                targets = pawns_moved(way, pawns, theirs, occupied, king, bound, data) & pawn_goal
                last = targets & LAST_ROW
                targets ^= last
                become = KING if last else 0
                follow, origin = 63, (-8 if way == 0 else -16 if way == 1 else -7 if way == 2 else -9)
            elif way == 4:
                if file:
                    left = passers(p, file, data)
            else:
                left = pieces_of(way, p, king, bound, data)
            while True:
                while targets:
                    to = trailing_zeros(targets)
                    targets &= targets - 1
                    start = (to & follow) + origin
                    if not everything and checkers == 0 and loses(p, start, to, data):
                        continue
                    yield (start ^ flip) + ((to ^ flip) << 6) + extra
                if left:
                    origin = trailing_zeros(left)
                    left &= left - 1
                    if way < 8 and way > 4:
                        targets = targets_of(way, origin, occupied, king, bound, data) & goal
                    elif way == 8:
                        targets = king_targets(p, king, king_goal, occupied, data)
                        if everything and checkers == 0 and p.state & (MINE_SHORT | MINE_LONG):
                            targets |= castling_targets(p, king, occupied, data)
                    elif passing_is_legal(p, origin, 39 + file, king, data):
                        targets = U64(1) << 39 + file
                elif become > lowest:
                    become -= 1
                    targets, extra = last, become << 12
                else:
                    break

    return moves


moves = legal_moves(True)
noisy = legal_moves(False)


def play(p, move, data):
    flip = 56 * (p.state & 1)
    from_square, to_square, become = move & 63 ^ flip, move >> 6 & 63 ^ flip, move >> 12
    start, to = U64(1) << from_square, U64(1) << to_square
    occupied = p.one | p.two | p.four
    is_pawn = p.one & ~p.two & ~p.four & start != 0
    gone = start | to
    file = 0
    if is_pawn:
        if to_square - from_square == 16:
            beside = ((to & ~A_FILE) >> 1 | (to & ~H_FILE) << 1) & ~p.mine & p.one & ~p.two & ~p.four
            file = (from_square & 7) + 1 if beside else 0
        elif (to_square - from_square) & 7 and to & occupied == 0:
            gone |= to >> 8
    quiet = 0 if is_pawn or to & occupied & ~p.mine else (p.state >> CLOCK_AT) + 1
    one = p.one & ~gone | (p.one >> from_square & 1) << to_square
    two = p.two & ~gone | (p.two >> from_square & 1) << to_square
    four = p.four & ~gone | (p.four >> from_square & 1) << to_square
    mine = p.mine & ~start | to
    if become:
        one = one & ~to | U64(become & 1) << to_square
        two = two & ~to | U64(become >> 1 & 1) << to_square
        four = four & ~to | U64(become >> 2) << to_square
    rights = p.state & ALL_RIGHTS
    if rights:
        if p.two & p.four & start:
            for side in range(2):
                row = CASTLING_AT + CASTLING * side
                if rights & (MINE_SHORT << side) and to_square == data[row + WRITTEN_TO]:
                    left = ~(start | U64(1) << data[row + ROOK_FROM])
                    king, rook = U64(1) << data[row + KING_TO], U64(1) << data[row + ROOK_TO]
                    mine = p.mine & left | king | rook
                    one = p.one & left
                    two = p.two & left | king
                    four = p.four & left | king | rook
                    quiet = (p.state >> CLOCK_AT) + 1
        rights &= data[KEPT_AT + from_square] & data[KEPT_AT + to_square]
        rights = turned_rights(rights)
    theirs = (one | two | four) & ~mine
    state = 1 - (p.state & 1) | rights | quiet << CLOCK_AT
    after = Board(turned(theirs), turned(one), turned(two), turned(four), state)
    if file and may_pass(after, file, data):
        return Board(after.mine, after.one, after.two, after.four, state | file << FILE_AT)
    return after


def is_dead(p):
    """Whether neither side can ever be mated for lack of pieces."""
    occupied = p.one | p.two | p.four
    if occupied & ~p.two:
        return False  # pawns, rooks or queens
    light = occupied & ~p.four
    if light & (light - 1) == 0:
        return True
    return light & ~p.one == 0 and (light & LIGHT == 0 or light & ~LIGHT == 0)


def can_step(p, data):
    """Whether some pawn can surely step; not asked of all that could."""
    king = king_of(p)
    occupied = p.one | p.two | p.four
    free = p.mine & p.one & ~p.two & ~p.four & ~(occupied >> 8)
    free &= ~U64(data[DIAGONAL_AT + king] | data[CROSS_AT + king])
    return free != 0 and not attacked(p, king, occupied & ~p.mine, occupied, data)


def count(p, data):
    """How many legal moves there are, without listing them."""
    occupied = p.one | p.two | p.four
    theirs = occupied & ~p.mine
    king = king_of(p)
    checkers, bound = checks_and_pins(p, king, occupied, data)
    goal = U64(~p.mine)
    found = popcount(king_targets(p, king, goal, occupied, data))
    if checkers:
        if checkers & (checkers - 1):
            return found
        goal = checkers | U64(data[BETWEEN_AT + 64 * king + trailing_zeros(checkers)])
    elif p.state & (MINE_SHORT | MINE_LONG):
        found += popcount(castling_targets(p, king, occupied, data))
    pawns = p.mine & p.one & ~p.two & ~p.four
    for way in range(4):
        targets = pawns_moved(way, pawns, theirs, occupied, king, bound, data) & goal
        found += popcount(targets) + 3 * popcount(targets & LAST_ROW)
    for way in range(5, 8):
        left = pieces_of(way, p, king, bound, data)
        while left:
            found += popcount(targets_of(way, trailing_zeros(left), occupied, king, bound, data) & goal)
            left &= left - 1
    file = p.state >> FILE_AT & 15
    if file:
        left = passers(p, file, data)
        while left:
            if passing_is_legal(p, trailing_zeros(left), 39 + file, king, data):
                found += 1
            left &= left - 1
    return found


def result(p, data):
    if p.state >> CLOCK_AT < MOST_QUIET and can_step(p, data):
        return False, 0
    if count(p, data):
        return p.state >> CLOCK_AT >= MOST_QUIET or is_dead(p), 0
    return True, -WIN if in_check(p, data) else 0
