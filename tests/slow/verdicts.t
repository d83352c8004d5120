#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/cli/verdicts.t over every row of every suite.
export EVERY=${EVERY:-1}
exec bash "$(dirname "$0")/../cli/verdicts.t"
