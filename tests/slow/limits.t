#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/cli/limits.t with every single allocation failing in turn, and limits of address space page by page.
export STEP=${STEP:-1}
exec bash "$(dirname "$0")/../cli/limits.t"
