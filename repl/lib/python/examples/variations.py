#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints a solution with its variations as a tree, and writes it as KIF."""
import sys
import kanju

result = kanju.solve(kanju.read(sys.argv[1])[0], tree=True)
for node in result.tree.walk():
    if node.move:
        print("  " * node.ply + node.move, f"({node.end})" if node.end else "")
if len(sys.argv) > 2:
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(result.record("kif"))
