#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Solves the problems of a file."""
import sys
import kanju

for problem in kanju.read(sys.argv[1]):
    if problem.error:
        print(problem.id, problem.error)
        continue
    result = problem.solve(time=10)
    print(problem.id, result.verdict.value, result.plies, *result.line)
