# SPDX-License-Identifier: GPL-3.0-or-later
"""Shogi problems read, solved and checked, by libkanju.

>>> import kanju
>>> result = kanju.solve("7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1")
>>> result.verdict, result.plies, result.line
('mate', 1, ['G*2b'])

Verdicts are proved, refuted or unknown: a limit that is reached never becomes "no mate". Everything
is a command of ``kanju``, by its name and with its options, _ standing for -; answers are the records
that it prints with --json (docs/output-schema.md): ``kanju.solve(text, time=10, profile="classic")``.
"""

import ctypes
import json
import os
import tempfile
from typing import Any, Callable, Dict, List, Optional, Union

__all__ = ["Answer", "Error", "Kanju", "Position", "Record", "call", "check", "convert", "jkf", "kif",
           "parse", "read", "solve", "verify", "version"]

SONAME = "libkanju.so.1"
ProgressCallback = Callable[[str], Optional[bool]]
_Progress = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)


class Error(ValueError):
    """What was given cannot be read, or an option has no such value."""


def _load() -> ctypes.CDLL:
    """The library: KANJU_LIBRARY's, the one inside the package, or the system's."""
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), SONAME)
    name = os.environ.get("KANJU_LIBRARY") or (inside if os.path.exists(inside) else SONAME)
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(f"libkanju cannot be loaded: {error}") from error
    handle, text = ctypes.c_void_p, ctypes.c_char_p
    for function, result, arguments in (
            ("version", text, []), ("new", handle, []), ("free", None, [handle]),
            ("call", text, [handle, text]), ("stop", None, [handle]),
            ("on_progress", None, [handle, _Progress, handle])):
        known = library["kanju_" + function]
        known.restype, known.argtypes = result, arguments
        setattr(library, "kanju_" + function, known)
    return library


_library = _load()


def version() -> str:
    """The version of the library."""
    found: bytes = _library.kanju_version()
    return found.decode()


class Record(Dict[str, Any]):
    """An object of JSON, whose members are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Answer:
    """What a command gave: its exit status, its records, other output, and what it said besides."""

    def __init__(self, found: Dict[str, Any]) -> None:
        self.status: int = found["status"]
        self.records: List[Record] = found["records"]
        self.text: str = found["text"]
        self.messages: List[str] = found["messages"]


class Kanju:
    """One who calls commands, one at a time; several may do so side by side."""

    def __init__(self) -> None:
        self._handle = _library.kanju_new()

    def __del__(self) -> None:
        _library.kanju_free(self._handle)

    def stop(self) -> None:
        """Stops the call under way, from any thread; its answer is what was found by then."""
        _library.kanju_stop(self._handle)

    def call(self, command: str, *args: Union[str, "os.PathLike[str]"], input: Optional[str] = None,
             progress: Optional[ProgressCallback] = None, **options: Any) -> Answer:
        """Runs a command. `args` are its arguments, `input` its standard input, and `progress` takes
        its progress line, about once a second; False stops the command, as an exception does, which
        is raised again. Raises Error where there is no answer.

        >>> kanju.Kanju().call("status", "startpos").records[0].side_to_move
        'sente'
        """
        raised: List[BaseException] = []

        def tell(line: bytes, _: Any) -> int:
            try:
                assert progress is not None
                return progress(line.decode()) is False
            except BaseException as error:  # pylint: disable=broad-except
                raised.append(error)
                return 1

        told = _Progress(tell) if progress else _Progress(0)
        _library.kanju_on_progress(self._handle, told, None)
        words = ["--", *map(os.fspath, args)] if args else []
        request = {**options, "command": command, "args": words, "input": input}
        answer = _library.kanju_call(self._handle, json.dumps(request).encode())
        found: Dict[str, Any] = json.loads(answer, object_hook=Record)
        if raised:
            raise raised[0]
        if "error" in found and found["error"] != "stopped":
            raise Error(found["error"])
        return Answer(found)


def call(command: str, *args: Union[str, "os.PathLike[str]"], **options: Any) -> Answer:
    """As Kanju().call: of many problems in a file, say, on two threads.

    >>> text = "a\\t7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\\nb\\tnonsense"
    >>> answer = kanju.call("solve", input=text, threads=2, memory=16)
    >>> [(record.id, record.get("plies"), "error" in record) for record in answer.records]
    [('a', 1, False), ('b', None, True)]
    """
    return Kanju().call(command, *args, **options)


def _one(answer: Answer) -> Record:
    """The only record, which must be of a problem that could be read."""
    if len(answer.records) != 1:
        raise Error(f"{len(answer.records)} problems, expected one")
    record = answer.records[0]
    if "error" in record:
        raise Error(record.error)
    return record


Source = Union[str, Record, "Position"]


def _text_of(problem: Source) -> str:
    return problem.text if isinstance(problem, (Record, Position)) else problem


def solve(problem: Source, **options: Any) -> Record:
    """The record of `kanju solve` of one problem. Raises Error if it cannot be read."""
    return _one(call("solve", input=_text_of(problem), **options))


def check(problem: Source, **options: Any) -> Record:
    """The record of `kanju check` of one work.

    >>> report = kanju.check("k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1", useless="no")
    >>> report.verdict, [(f.code, f.ply, f.move) for f in report.findings]
    ('unsound', [('leftover', None, None), ('equal', 1, '7d8b+')])
    """
    return _one(call("check", input=_text_of(problem), **options))


def parse(content: str, **options: Any) -> List[Record]:
    """The problems of a text in any format: `id`, and `variant`, `position`, and `text`, with which
    they can be solved; or `error`.

    >>> [record.variant for record in kanju.parse("9/9/9/9/9/9/9/9/4k4 b - 1")]
    ['shogi']
    """
    return call("convert", input=content, format="kif", **options).records


def read(path: Union[str, "os.PathLike[str]"], **options: Any) -> List[Record]:
    """The same of a file or a folder, in any encoding. Raises Error if there is none."""
    if not os.path.exists(path):
        raise Error(f"{os.fspath(path)}: no such file")
    return call("convert", path, format="kif", **options).records


def convert(problem: Source, fmt: str, **options: Any) -> str:
    """A problem in another format: kif, ki2, bod, csa, jkf, sfen, usi, feen.

    >>> kanju.convert("9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1", "csa").split()[0]
    'V2.2'
    """
    text: str = _one(call("convert", input=_text_of(problem), format=fmt, **options)).text
    return text


def kif(problem: Source, command: str = "solve", **options: Any) -> str:
    """The solution with its variations, or what a "check" has found, as KIF."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tree.kif")
        _one(call(command, input=_text_of(problem), kif=path, **options))
        with open(path, encoding="utf-8") as file:
            return file.read()


def jkf(problem: Source, command: str = "solve", **options: Any) -> Dict[str, Any]:
    """The same as a tree, in JKF: `moves`, each with its `forks`. Of shogi only.

    >>> tree = kanju.jkf("6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1")
    >>> len(tree["moves"]), tree["moves"][-1]["special"]
    (5, 'TSUMI')
    """
    tree: Dict[str, Any] = json.loads(convert(kif(problem, command, **options), "jkf"))
    return tree


def verify(path: Union[str, "os.PathLike[str]"]) -> Record:
    """Checks a certificate with rules that share nothing with the solver. Its "status" is "valid",
    "refused" or "unreadable"."""
    return call("verify", path).records[0]


class Position:
    """A position, which does not change: a move gives another one.

    >>> start = kanju.Position("startpos")
    >>> len(start.moves()), start.side
    (30, 'sente')
    >>> start.play("▲７六歩").text
    'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1'
    """

    def __init__(self, content: str, **options: Any) -> None:
        self._options = options
        self._status = _one(call("status", content, **options))
        self.text: str = self._status.position
        self.variant: str = self._status.variant
        self.side: str = self._status.side_to_move
        self.in_check = bool(self._status.checkers)

    def moves(self, **options: Any) -> List[str]:
        """The legal moves in USI, sorted; with checks=True or evasions=True those; with notation=
        "ja" or another, in that one."""
        found: List[str] = _one(call("moves", self.text, **self._options, **options)).moves
        return found

    def play(self, move: str) -> "Position":
        """The position after a legal move, in USI or Japanese. Raises Error."""
        return Position(f"{self.text} moves {move}", **self._options)

    def __repr__(self) -> str:
        return f"kanju.Position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Position)
                and (self.variant, self.text) == (other.variant, other.text))

    def __hash__(self) -> int:
        return hash((self.variant, self.text))
