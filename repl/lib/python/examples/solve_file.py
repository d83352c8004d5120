#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Solves the problems of a file."""
import sys
import kanju

for result in kanju.call("solve", sys.argv[1], time=10).records:
    if "error" in result:
        print(result.id, result.error)
    else:
        print(result.id, result.verdict, result.plies, *result.line)
