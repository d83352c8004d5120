# SPDX-License-Identifier: GPL-3.0-or-later
"""libkanju by ctypes: where it is, and the types of its functions (kanju.h says what they do)."""

import ctypes
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int, c_size_t, c_uint,
                    c_uint64, c_void_p)
from typing import Any, Optional

SONAME = "libkanju.so.1"


class ProgressData(Structure):
    """kanju_progress."""

    _fields_ = [("nodes", c_uint64), ("seconds", c_double), ("depth", c_uint),
                ("best_plies", c_uint)]


ProgressFunction = CFUNCTYPE(c_int, POINTER(ProgressData), c_void_p)

_ERROR = POINTER(c_char_p)  # char **error; the text is freed by whoever took it

# name: (result, arguments). Texts that the caller frees are pointers, for ctypes would lose them.
_FUNCTIONS: "dict[str, tuple[Any, list[Any]]]" = {
    "version": (c_char_p, []),
    "free": (None, [c_void_p]),
    "parse": (c_void_p, [c_char_p, c_size_t, c_char_p, _ERROR]),
    "parse_file": (c_void_p, [c_char_p, c_char_p, _ERROR]),
    "problems_free": (None, [c_void_p]),
    "problems_count": (c_size_t, [c_void_p]),
    "problem_error": (c_char_p, [c_void_p, c_size_t]),
    "problem_id": (c_char_p, [c_void_p, c_size_t]),
    "problem_game": (c_char_p, [c_void_p, c_size_t]),
    "problem_position": (c_char_p, [c_void_p, c_size_t]),
    "problem_plies": (c_int, [c_void_p, c_size_t]),
    "problem_record": (c_void_p, [c_void_p, c_size_t, c_char_p, _ERROR]),
    "position_new": (c_void_p, [c_char_p, c_char_p, _ERROR]),
    "position_copy": (c_void_p, [c_void_p]),
    "position_free": (None, [c_void_p]),
    "position_text": (c_void_p, [c_void_p]),
    "position_game": (c_char_p, [c_void_p]),
    "position_side": (c_int, [c_void_p]),
    "position_in_check": (c_int, [c_void_p]),
    "position_moves": (c_void_p, [c_void_p, c_int]),
    "position_play": (c_int, [c_void_p, c_char_p, POINTER(c_void_p), _ERROR]),
    "position_move_text": (c_void_p, [c_void_p, c_char_p, c_char_p, _ERROR]),
    "solver_new": (c_void_p, []),
    "solver_free": (None, [c_void_p]),
    "solver_set": (c_int, [c_void_p, c_char_p, c_char_p, _ERROR]),
    "solver_on_progress": (None, [c_void_p, ProgressFunction, c_void_p]),
    "solver_keep": (None, [c_void_p, c_int, c_int]),
    "solver_resume": (c_int, [c_void_p, c_char_p, c_size_t]),
    "solver_stop": (None, [c_void_p]),
    "solve": (c_void_p, [c_void_p, c_void_p, c_size_t, _ERROR]),
    "result_free": (None, [c_void_p]),
    "result_verdict": (c_int, [c_void_p]),
    "result_cause": (c_char_p, [c_void_p]),
    "result_plies": (c_uint, [c_void_p]),
    "result_pure_plies": (c_uint, [c_void_p]),
    "result_plies_proved": (c_int, [c_void_p]),
    "result_pure_proved": (c_int, [c_void_p]),
    "result_moves": (c_size_t, [c_void_p]),
    "result_move": (c_char_p, [c_void_p, c_size_t]),
    "result_line_complete": (c_int, [c_void_p]),
    "result_line_kind": (c_char_p, [c_void_p]),
    "result_note": (c_char_p, [c_void_p]),
    "result_leftover": (c_char_p, [c_void_p]),
    "result_nodes": (c_uint64, [c_void_p]),
    "result_seconds": (c_double, [c_void_p]),
    "result_certificate_error": (c_char_p, [c_void_p]),
    "result_json": (c_void_p, [c_void_p]),
    "result_checkpoint": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "result_tree": (c_void_p, [c_void_p]),
    "result_record": (c_void_p, [c_void_p, c_char_p, _ERROR]),
    "node_ply": (c_uint, [c_void_p]),
    "node_move": (c_char_p, [c_void_p]),
    "node_comment": (c_char_p, [c_void_p]),
    "node_end": (c_char_p, [c_void_p]),
    "node_children": (c_size_t, [c_void_p]),
    "node_child": (c_void_p, [c_void_p, c_size_t]),
    "node_parent": (c_void_p, [c_void_p]),
    "check": (c_void_p, [c_void_p, c_void_p, c_size_t, _ERROR]),
    "report_free": (None, [c_void_p]),
    "report_verdict": (c_int, [c_void_p]),
    "report_mate": (c_int, [c_void_p]),
    "report_plies": (c_uint, [c_void_p]),
    "report_moves": (c_size_t, [c_void_p]),
    "report_move": (c_char_p, [c_void_p, c_size_t]),
    "report_open": (c_uint, [c_void_p]),
    "report_findings": (c_size_t, [c_void_p]),
    "finding_code": (c_char_p, [c_void_p, c_size_t]),
    "finding_severity": (c_char_p, [c_void_p, c_size_t]),
    "finding_ply": (c_uint, [c_void_p, c_size_t]),
    "finding_move": (c_char_p, [c_void_p, c_size_t]),
    "finding_text": (c_char_p, [c_void_p, c_size_t]),
    "report_nodes": (c_uint64, [c_void_p]),
    "report_seconds": (c_double, [c_void_p]),
    "report_certificate_error": (c_char_p, [c_void_p]),
    "report_json": (c_void_p, [c_void_p]),
    "report_tree": (c_void_p, [c_void_p]),
    "report_record": (c_void_p, [c_void_p, c_char_p, _ERROR]),
    "verify_file": (c_int, [c_char_p, POINTER(c_void_p)]),
    "verify_json": (c_void_p, [c_char_p]),
}


def _load() -> ctypes.CDLL:
    """The library: KANJU_LIBRARY, else one beside this file, else the system's."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), SONAME)
    path = os.environ.get("KANJU_LIBRARY") or (beside if os.path.exists(beside) else SONAME)
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"libkanju cannot be loaded ({error}); install it, or name its file in KANJU_LIBRARY"
        ) from error
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "kanju_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


_library = _load()


def call(name: str, *arguments: Any) -> Any:
    """Calls kanju_NAME."""
    return getattr(_library, "kanju_" + name)(*arguments)


def text(value: Optional[bytes]) -> Optional[str]:
    """A text that stays the library's."""
    return None if value is None else value.decode()


def taken(pointer: Optional[int]) -> Optional[str]:
    """A text that is the caller's, who frees it."""
    if not pointer:
        return None
    value = ctypes.string_at(pointer).decode()
    call("free", pointer)
    return value


def encoded(value: Optional[str]) -> Optional[bytes]:
    """A text for the library; one with a NUL in it would end there."""
    if value is not None and "\0" in value:
        raise ValueError("a text with a NUL in it")
    return None if value is None else value.encode()
