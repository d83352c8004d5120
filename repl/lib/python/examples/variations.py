#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how many moves a solution has with its variations, and writes it as KIF."""
import sys
import kanju

problem = kanju.read(sys.argv[1])[0]


def count(moves):
    return sum("move" in move for move in moves) + sum(
        count(fork) for move in moves for fork in move.get("forks", []))


print(count(kanju.jkf(problem)["moves"]), "moves")
if len(sys.argv) > 2:
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(kanju.kif(problem))
