/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose --for-line: diagrams of which a line that is given is the solution. */
#pragma once

#include "repl/cli/commands.h"

/* The whole command. Errors: KJ_USAGE_ERROR, G_FILE_ERROR. */
KjExit kj_compose_for_line(KjSession *session, const KjCall *call, GError **error);
