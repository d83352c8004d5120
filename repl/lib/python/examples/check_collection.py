#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the works of files side by side, and says what is wrong with each."""
import sys
import kanju


def progress(done, total):
    print(f"{done}/{total}", file=sys.stderr)


problems = [problem for path in sys.argv[1:] for problem in kanju.read(path)]
works = kanju.batch(problems, "check", threads=2, memory=64, time=30, progress=progress)
for problem, report in works:
    if isinstance(report, kanju.Error):
        print(f"{problem.id}: {report}")
        continue
    print(f"{problem.id}: {report.verdict.value}")
    for finding in report.findings:
        print(f"    {finding.text}")
