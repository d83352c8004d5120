/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQLite's file layer: shared memory is allocated on the disk before it is used. */
#pragma once

/*
 * The name of the file system (sqlite3_vfs) to open stores with; NULL: SQLite's own. It is the
 * system's, but memory that processes share through a file (STORE-shm) is had from the disk when it
 * is mapped, which fails with SQLITE_FULL; the system's finds the disk full when it writes there,
 * and that is SIGBUS.
 */
const char *kj_store_vfs(void);
