# SPDX-License-Identifier: GPL-3.0-or-later
"""Shogi problems read, solved and checked, by libkanju.

>>> import kanju
>>> result = kanju.solve("7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1")
>>> result.verdict.value, result.plies, result.line
('mate', 1, ['G*2b'])

Verdicts are proved, refuted or unknown: a limit that is reached never becomes "no mate". Options
have the names of the command line, with _ for -: ``kanju.solve(text, time=10, profile="classic")``.
"""

import ctypes
import enum
import itertools
import json
import os
import threading
import weakref
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import (Any, Callable, Deque, Dict, Iterable, Iterator, List, NoReturn, Optional,
                    Tuple, Union)

from . import _library
from ._library import call, encoded, taken, text

__all__ = [
    "Error", "Finding", "Node", "Position", "Problem", "Progress", "Report", "Result", "Solver",
    "Verdict", "Work", "batch", "check", "parse", "read", "solution_nodes", "solve", "verify",
    "version",
]

Option = Union[str, int, float, bool]


class Error(ValueError):
    """What was given cannot be read, or an option has no such value."""


class Verdict(enum.Enum):
    """Whether there is a mate."""

    MATE = "mate"
    NOMATE = "nomate"
    UNKNOWN = "unknown"


class Work(enum.Enum):
    """Whether a work is sound."""

    SOUND = "sound"
    BLEMISHED = "blemished"
    UNSOUND = "unsound"
    UNKNOWN = "unknown"


_VERDICTS = list(Verdict)
_WORKS = list(Work)


def version() -> str:
    """The version of the library."""
    return text(call("version")) or ""


def _fail(error: ctypes.c_char_p) -> NoReturn:
    """Raises the error a function gave, and frees it."""
    message = error.value.decode() if error.value else "failed"
    call("free", ctypes.cast(error, ctypes.c_void_p))
    raise Error(message)


class _Handle:
    """Something of the library's that is freed with the last reference to it."""

    def __init__(self, pointer: int, free: str) -> None:
        self.pointer = pointer
        self._finalizer = weakref.finalize(self, call, free, pointer)


def _record(name: str, fmt: str, *arguments: Any) -> str:
    """A record by one of the functions that write it."""
    error = ctypes.c_char_p()
    pointer = call(name, *arguments, encoded(fmt), ctypes.byref(error))
    if not pointer:
        _fail(error)
    return taken(pointer) or ""


# ---- problems ----


class Problem:
    """A problem as it was read: one of a file or of a text."""

    def __init__(self, problems: _Handle, index: int) -> None:
        self._problems = problems
        self._index = index

    def _ask(self, name: str) -> Optional[str]:
        return text(call("problem_" + name, self._problems.pointer, self._index))

    @property
    def id(self) -> str:
        """Its id or title, else its place in the file."""
        return self._ask("id") or ""

    @property
    def error(self) -> Optional[str]:
        """What is wrong with it, or None; then it has but an id."""
        return self._ask("error")

    @property
    def game(self) -> Optional[str]:
        """The id of its game: "shogi", "ogi" ..."""
        return self._ask("game")

    @property
    def position(self) -> Optional[str]:
        """SFEN, or FEEN in Ogi, after any moves given with it."""
        return self._ask("position")

    @property
    def plies(self) -> Optional[int]:
        """The length its text gives, 0 for no mate; None: it gives none."""
        plies: int = call("problem_plies", self._problems.pointer, self._index)
        return plies if plies >= 0 else None

    def record(self, fmt: str) -> str:
        """The problem in another format: kif, ki2, bod, csa, jkf, sfen, usi, feen.

        >>> kanju.parse("9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1")[0].record("csa").split()[0]
        'V2.2'
        """
        return _record("problem_record", fmt, self._problems.pointer, self._index)

    def solve(self, **options: Any) -> "Result":
        """The same as kanju.solve of it."""
        return solve(self, **options)

    def check(self, **options: Any) -> "Report":
        """The same as kanju.check of it."""
        return check(self, **options)

    def __repr__(self) -> str:
        return f"<kanju.Problem {self.id!r}>"


def _problems(pointer: Optional[int], error: ctypes.c_char_p) -> List[Problem]:
    if not pointer:
        _fail(error)
    handle = _Handle(pointer, "problems_free")
    return [Problem(handle, index) for index in range(call("problems_count", pointer))]


def parse(content: Union[str, bytes], game: Optional[str] = None) -> List[Problem]:
    """The problems of a text in any format that Kanju reads, one or more.

    What cannot be read is a problem with an error, and the others are there all the same.
    Raises Error if there is no such game.

    >>> [problem.error is None for problem in kanju.parse("9/9/9/9/9/9/9/9/4k4 b - 1")]
    [True]
    """
    data = content.encode() if isinstance(content, str) else content
    error = ctypes.c_char_p()
    return _problems(call("parse", data, len(data), encoded(game), ctypes.byref(error)), error)


def read(path: Union[str, "os.PathLike[str]"], game: Optional[str] = None) -> List[Problem]:
    """The problems of a file: KIF, KI2, BOD, CSA, JKF, or a list. Raises Error if it cannot be
    read."""
    error = ctypes.c_char_p()
    name = os.fsencode(path)
    return _problems(call("parse_file", name, encoded(game), ctypes.byref(error)), error)


# ---- positions and moves ----


class Position:
    """A position, which does not change: a move gives another one.

    >>> start = kanju.Position("startpos")
    >>> len(start.moves()), start.side
    (30, 'sente')
    >>> start.play("▲７六歩").text
    'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1'
    """

    def __init__(self, content: str, game: Optional[str] = None) -> None:
        error = ctypes.c_char_p()
        pointer = call("position_new", encoded(content), encoded(game), ctypes.byref(error))
        if not pointer:
            _fail(error)
        self._handle = _Handle(pointer, "position_free")

    @property
    def text(self) -> str:
        """SFEN, or FEEN in Ogi."""
        return taken(call("position_text", self._handle.pointer)) or ""

    @property
    def game(self) -> str:
        """The id of its game."""
        return text(call("position_game", self._handle.pointer)) or ""

    @property
    def side(self) -> str:
        """The side to move, "sente" or "gote"."""
        return ("sente", "gote")[call("position_side", self._handle.pointer)]

    @property
    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(call("position_in_check", self._handle.pointer))

    def _moves(self, kind: int) -> List[str]:
        return (taken(call("position_moves", self._handle.pointer, kind)) or "").split()

    def moves(self) -> List[str]:
        """The legal moves in USI, sorted."""
        return self._moves(0)

    def checks(self) -> List[str]:
        """Those that give check."""
        return self._moves(1)

    def evasions(self) -> List[str]:
        """Those that answer a check; none if there is no check."""
        return self._moves(2)

    def play(self, move: str) -> "Position":
        """The position after a legal move, which may be in any notation. Raises Error."""
        error = ctypes.c_char_p()
        copy = _Handle(call("position_copy", self._handle.pointer), "position_free")
        if call("position_play", copy.pointer, encoded(move), None, ctypes.byref(error)) != 0:
            _fail(error)
        position = Position.__new__(Position)
        position._handle = copy
        return position

    def move_text(self, move: str, notation: str = "ja") -> str:
        """A legal move in a notation: usi, ja, ja-shogi, western, digits, digits-dht.

        >>> kanju.Position("startpos").move_text("7g7f", "western")
        'P-7f'
        """
        error = ctypes.c_char_p()
        pointer = call("position_move_text", self._handle.pointer, encoded(move),
                       encoded(notation), ctypes.byref(error))
        if not pointer:
            _fail(error)
        return taken(pointer) or ""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"kanju.Position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.game, self.text) == (other.game, other.text)

    def __hash__(self) -> int:
        return hash((self.game, self.text))


# ---- trees of moves ----


class Node:
    """A place in a tree of moves: the start, or the place after a move."""

    def __init__(self, owner: Any, pointer: int) -> None:
        self._owner = owner  # keeps the tree alive
        self._pointer = pointer

    @property
    def ply(self) -> int:
        """The number of moves before it."""
        return int(call("node_ply", self._pointer))

    @property
    def move(self) -> Optional[str]:
        """The last of them in USI; None at the start."""
        return text(call("node_move", self._pointer))

    @property
    def comment(self) -> Optional[str]:
        """What is said there."""
        return text(call("node_comment", self._pointer))

    @property
    def end(self) -> Optional[str]:
        """How the line ends there ("mate"), None if it does not."""
        return text(call("node_end", self._pointer))

    @property
    def parent(self) -> Optional["Node"]:
        """The place before it."""
        pointer = call("node_parent", self._pointer)
        return Node(self._owner, pointer) if pointer else None

    @property
    def children(self) -> List["Node"]:
        """The places after it, that of the main line first."""
        return [Node(self._owner, call("node_child", self._pointer, index))
                for index in range(call("node_children", self._pointer))]

    def walk(self) -> Iterator["Node"]:
        """This place and all below it, the main line first, each branch after its parent."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    @property
    def line(self) -> List[str]:
        """The moves from the start to this place."""
        moves: List[str] = []
        node: Optional[Node] = self
        while node is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]

    def __repr__(self) -> str:
        return f"<kanju.Node {self.ply} {self.move}>"


class _Answer:
    """What results and reports share."""

    _name = ""

    def __init__(self, pointer: int) -> None:
        self._handle = _Handle(pointer, self._name + "_free")

    def _ask(self, name: str, *arguments: Any) -> Any:
        return call(self._name + "_" + name, self._handle.pointer, *arguments)

    @property
    def line(self) -> List[str]:
        """The moves of the main line in USI."""
        return [text(self._ask("move", index)) or "" for index in range(self._ask("moves"))]

    @property
    def nodes(self) -> int:
        """The positions expanded."""
        return int(self._ask("nodes"))

    @property
    def seconds(self) -> float:
        """The time it took."""
        return float(self._ask("seconds"))

    @property
    def tree(self) -> Optional[Node]:
        """The main line and what is beside it, from the start; None if it was not kept."""
        pointer = self._ask("tree")
        return Node(self, pointer) if pointer else None

    def json(self) -> Dict[str, Any]:
        """The record that the command line prints with --json."""
        found: Dict[str, Any] = json.loads(taken(self._ask("json")) or "{}")
        return found

    def record(self, fmt: str = "kif") -> str:
        """The tree as a record: kif, ki2, jkf, csa ... Raises Error if there is no tree."""
        return _record(self._name + "_record", fmt, self._handle.pointer)


class Result(_Answer):
    """What a search has found."""

    _name = "result"

    @property
    def verdict(self) -> Verdict:
        """Proved, refuted or unknown."""
        return _VERDICTS[int(self._ask("verdict"))]

    @property
    def cause(self) -> str:
        """Why it is unknown: time, nodes, memory, stopped or repetition; else ""."""
        return text(self._ask("cause")) or ""

    @property
    def plies(self) -> Optional[int]:
        """The length of the mate by the profile, which leaves futile interpositions out."""
        return int(self._ask("plies")) if self.verdict is Verdict.MATE else None

    @property
    def pure_plies(self) -> Optional[int]:
        """The length with every interposition counted."""
        return int(self._ask("pure_plies")) if self.verdict is Verdict.MATE else None

    @property
    def plies_proved(self) -> bool:
        """Whether no shorter mate exists, by the profile."""
        return bool(self._ask("plies_proved"))

    @property
    def pure_proved(self) -> bool:
        """Whether no shorter mate exists with every interposition counted."""
        return bool(self._ask("pure_proved"))

    @property
    def line_complete(self) -> bool:
        """Whether the line ends in mate; False: a limit cut it short."""
        return bool(self._ask("line_complete"))

    @property
    def line_kind(self) -> str:
        """What the line is: main, leftover-open or other; "" if it is not complete."""
        return text(self._ask("line_kind")) or ""

    @property
    def leftover(self) -> Optional[str]:
        """The attacker's hand at the end of a complete line, "-" if it is empty."""
        return text(self._ask("leftover"))

    @property
    def note(self) -> Optional[str]:
        """What the reader should know."""
        return text(self._ask("note"))

    @property
    def certificate_error(self) -> Optional[str]:
        """Why the certificate that was asked for was not written."""
        return text(self._ask("certificate_error"))

    @property
    def checkpoint(self) -> Optional[bytes]:
        """What a later search can go on from, if it was kept and the verdict is unknown."""
        length = ctypes.c_size_t()
        pointer = self._ask("checkpoint", ctypes.byref(length))
        return ctypes.string_at(pointer, length.value) if pointer else None

    def __repr__(self) -> str:
        what = f"mate in {self.plies}" if self.verdict is Verdict.MATE else self.verdict.value
        return f"<kanju.Result {what}>"


@dataclass(frozen=True)
class Finding:
    """Something wrong with a work, or worth a word. The codes are those of `kanju check`."""

    code: str
    severity: str  #: defect, blemish, note, or none where the options weigh it so
    ply: Optional[int]  #: 1 the first; None: the work as a whole
    move: Optional[str]
    text: str


class Report(_Answer):
    """What a check has found.

    >>> report = kanju.check("k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1", useless="no")
    >>> report.verdict.value, [(f.code, f.ply, f.move) for f in report.findings]
    ('unsound', [('leftover', None, None), ('equal', 1, '7d8b+')])
    """

    _name = "report"

    @property
    def verdict(self) -> Work:
        """Sound, with blemishes, unsound or unknown."""
        return _WORKS[int(self._ask("verdict"))]

    @property
    def mate(self) -> Verdict:
        """Whether there is a mate at all."""
        return _VERDICTS[int(self._ask("mate"))]

    @property
    def plies(self) -> Optional[int]:
        """The length of the main line; None without one."""
        return int(self._ask("plies")) or None

    @property
    def open(self) -> int:
        """How many moves beside the line have no answer within the limits."""
        return int(self._ask("open"))

    @property
    def findings(self) -> List[Finding]:
        """What is wrong or worth a word, the worst first."""
        pointer = self._handle.pointer
        return [Finding(text(call("finding_code", pointer, i)) or "",
                        text(call("finding_severity", pointer, i)) or "",
                        call("finding_ply", pointer, i) or None,
                        text(call("finding_move", pointer, i)),
                        text(call("finding_text", pointer, i)) or "")
                for i in range(self._ask("findings"))]

    @property
    def certificate_error(self) -> Optional[str]:
        """Why the certificate that was asked for was not written."""
        return text(self._ask("certificate_error"))

    def __repr__(self) -> str:
        return f"<kanju.Report {self.verdict.value}>"


# ---- searches ----


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    nodes: int
    seconds: float
    depth: int
    best_plies: Optional[int]  #: a mate within so many is found already


ProgressCallback = Callable[[Progress], Optional[bool]]


def _problem_of(problem: Union[Problem, Position, str]) -> Problem:
    if isinstance(problem, Problem):
        return problem
    found = parse(str(problem))
    if len(found) != 1:
        raise Error(f"{len(found)} problems, expected one (kanju.parse)")
    return found[0]


class Solver:
    """Options and limits for searches, one at a time. The option `threads` has a search run on so
    many threads together; it is 1 unless it is given.

    >>> solver = kanju.Solver(nodes=100000, complete_hands=True)
    >>> solver.solve("6n1k/9/8p/9/5B3/9/9/9/9 b RS 1").line
    ['R*1b', '1a2a', 'S*3b']
    """

    def __init__(self, **options: Option) -> None:
        self._handle = _Handle(call("solver_new"), "solver_free")
        for name, value in options.items():
            self.set(name, value)

    def set(self, name: str, value: Option) -> None:
        """Sets an option of `kanju solve` or `kanju check`. Raises Error."""
        words = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        error = ctypes.c_char_p()
        if call("solver_set", self._handle.pointer, encoded(name.replace("_", "-")),
                encoded(words), ctypes.byref(error)) != 0:
            _fail(error)

    def stop(self) -> None:
        """Stops the search under way, from any thread; its answer is what was found by then."""
        call("solver_stop", self._handle.pointer)

    def _run(self, name: str, problem: Problem, progress: Optional[ProgressCallback]) -> int:
        """Runs a search; an exception of `progress` stops it and is raised again."""
        raised: List[BaseException] = []

        def tell(data: Any, _: Any) -> int:
            told = data.contents
            try:
                assert progress is not None
                return progress(Progress(told.nodes, told.seconds, told.depth,
                                         told.best_plies or None)) is False
            except BaseException as exception:  # pylint: disable=broad-except
                raised.append(exception)
                return 1

        function = (_library.ProgressFunction(tell) if progress
                    else _library.ProgressFunction(0))
        call("solver_on_progress", self._handle.pointer, function, None)
        error = ctypes.c_char_p()
        pointer = call(name, self._handle.pointer, problem._problems.pointer, problem._index,
                       ctypes.byref(error))
        if raised:
            if pointer:
                call(("result" if name == "solve" else "report") + "_free", pointer)
            raise raised[0]
        if not pointer:
            _fail(error)
        found: int = pointer
        return found

    def solve(self, problem: Union[Problem, Position, str], *, tree: bool = False,
              checkpoint: Union[bool, bytes] = False,
              progress: Optional[ProgressCallback] = None) -> Result:
        """Proves or refutes a mate.

        `tree` keeps the solution with its variations; `checkpoint` True keeps what a later search
        can go on from, and bytes are gone on from (Result.checkpoint of the same problem).
        `progress` is called about twice a second and stops the search by returning False.
        Raises Error if the problem cannot be read or searched.
        """
        call("solver_keep", self._handle.pointer, 0, tree)
        call("solver_keep", self._handle.pointer, 1, bool(checkpoint))
        if isinstance(checkpoint, bytes):
            call("solver_resume", self._handle.pointer, checkpoint, len(checkpoint))
        return Result(self._run("solve", _problem_of(problem), progress))

    def check(self, problem: Union[Problem, Position, str], *,
              progress: Optional[ProgressCallback] = None) -> Report:
        """Checks whether a work is sound; the arguments are as those of solve."""
        return Report(self._run("check", _problem_of(problem), progress))


def solve(problem: Union[Problem, Position, str], *, tree: bool = False,
          progress: Optional[ProgressCallback] = None, **options: Option) -> Result:
    """Proves or refutes a mate (Solver.solve) with these options."""
    return Solver(**options).solve(problem, tree=tree, progress=progress)


def check(problem: Union[Problem, Position, str], *,
          progress: Optional[ProgressCallback] = None, **options: Option) -> Report:
    """Checks whether a work is sound (Solver.check) with these options."""
    return Solver(**options).check(problem, progress=progress)


def solution_nodes(problem: Union[Problem, Position, str], **options: Option) -> Iterator[Node]:
    """The places of a solution with its variations, the main line first.

    >>> problem = "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1"
    >>> [" ".join(node.line) for node in kanju.solution_nodes(problem) if node.end == "mate"]
    ['R*1b 1a2a S*3b']
    """
    tree = Solver(**options).solve(problem, tree=True).tree
    if tree is not None:
        yield from tree.walk()


BatchAnswer = Tuple[Problem, Union[Result, Report, Error]]


def batch(problems: Iterable[Problem], task: str = "solve", *, threads: int = 1,
          progress: Optional[Callable[[int, Optional[int]], Optional[bool]]] = None,
          **options: Option) -> Iterator[BatchAnswer]:
    """Solves or checks many problems, several at a time, and gives them in their order.

    Each comes with its result (`task` "solve"), its report ("check"), or the error. `progress` is
    told how many are done, and of how many, if that is known; False ends the batch. Memory is of
    each search. Where there are fewer problems than `threads`, each has several of them.

    >>> problems = kanju.parse("a\\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\\nb\\tnonsense")
    >>> for problem, answer in kanju.batch(problems, threads=2, memory=16):
    ...     print(problem.id, type(answer).__name__)
    a Result
    b Error
    """
    if task not in ("solve", "check"):
        raise Error(f"unknown task '{task}', expected solve or check")
    total = len(problems) if isinstance(problems, (list, tuple)) else None
    if total and threads > total:
        options["threads"] = threads // total
        threads = total
    Solver(**options)  # a wrong option is an error at once
    running: "set[Solver]" = set()
    left = threading.Event()  # nobody wants more

    def work(problem: Problem) -> Union[Result, Report, Error]:
        solver = Solver(**options)
        running.add(solver)
        if left.is_set():  # asked after the solver can be found by who sets it
            return Error("the batch was left")
        try:
            return solver.solve(problem) if task == "solve" else solver.check(problem)
        except Error as error:
            return error
        finally:
            running.discard(solver)

    waiting: "Deque[Tuple[Problem, Future[Union[Result, Report, Error]]]]" = deque()
    source = iter(problems)
    pool = ThreadPoolExecutor(max(1, threads))
    try:
        for done in itertools.count(1):
            for problem in itertools.islice(source, 2 * max(1, threads) - len(waiting)):
                waiting.append((problem, pool.submit(work, problem)))
            if not waiting:
                return
            problem, future = waiting.popleft()
            answer = future.result()
            yield problem, answer
            if progress is not None and progress(done, total) is False:
                return
    finally:
        left.set()
        for _, future in waiting:
            future.cancel()
        for solver in list(running):
            solver.stop()
        pool.shutdown()


def verify(path: Union[str, "os.PathLike[str]"]) -> Dict[str, Any]:
    """Checks a certificate with rules that share nothing with the solver; what `kanju verify
    --json` prints. Its "status" is "valid", "refused" or "unreadable"."""
    found: Dict[str, Any] = json.loads(taken(call("verify_json", os.fsencode(path))) or "{}")
    return found
