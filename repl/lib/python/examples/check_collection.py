#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the works of files side by side, and says what is wrong with each."""
import sys
import kanju


def progress(line):
    print(line, file=sys.stderr)


works = kanju.call("check", *sys.argv[1:], threads=2, memory=64, time=30, progress=progress)
for report in works.records:
    if "error" in report:
        print(f"{report.id}: {report.error}")
        continue
    print(f"{report.id}: {report.verdict}")
    for finding in report.findings:
        print(f"    {finding.severity}: {finding.code} {finding.move or ''}")
