/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of tables that is cleared reads as zero, also where the system gives none of it back. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "solver/search/reserve.h"
#include "tests/support/cmocka.h"

static bool refuses;
static unsigned n_refused;

/* Stands in for the C library's. */
int madvise(void *memory, size_t bytes, int advice)
{
    if (!refuses)
        return (int)syscall(SYS_madvise, memory, bytes, advice);
    n_refused++;
    errno = EINVAL;
    return -1;
}

static void assert_cleared(void)
{
    enum { BYTES = 3 << 20 };
    unsigned char *memory = kj_reserve(BYTES);
    assert_non_null(memory);
    memset(memory, 1, BYTES);
    kj_reserve_clear(memory, BYTES - 1);
    for (size_t i = 0; i < BYTES - 1; i++)
        assert_int_equal(memory[i], 0);
    kj_reserve_free(memory, BYTES, BYTES);
}

TEST(cleared_memory_is_zero)
{
    refuses = false;
    assert_cleared();
}

TEST(and_so_is_what_the_system_does_not_take_back)
{
    refuses = true;
    assert_cleared();
    assert_int_equal(n_refused, 1);
}
