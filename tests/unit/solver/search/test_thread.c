/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads, and stacks that are used up. What ends a program is done by a child. */
#include "solver/search/thread.h"

#include <glib.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "repl/job/exit.h"
#include "tests/support/cmocka.h"

typedef struct {
    int status; // as of waitpid
    char err[4096];
} Ended;

/* Runs a function in a child that guards its stack, and says how the child ended. */
static Ended run_child(void (*run)(void))
{
    Ended ended = {0};
    int err[2];
    assert_int_equal(pipe(err), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        dup2(err[1], STDERR_FILENO);
        signal(SIGSEGV, SIG_DFL); // cmocka has its own
        kj_thread_guard(KJ_EXIT_INTERNAL);
        run();
        _exit(0);
    }
    close(err[1]);
    size_t n = 0;
    for (ssize_t got; (got = read(err[0], ended.err + n, sizeof ended.err - 1 - n)) > 0;)
        n += (size_t)got;
    close(err[0]);
    assert_int_equal(waitpid(child, &ended.status, 0), child);
    return ended;
}

static void *answer(void *data)
{
    return data;
}

TEST(a_thread_runs_and_gives_its_result_back)
{
    pthread_t thread;
    void *result = NULL;
    assert_true(kj_thread_start(&thread, answer, &thread));
    pthread_join(thread, &result);
    assert_ptr_equal(result, &thread);
}

static void read_nothing(void)
{
    static volatile int *volatile nowhere;
    *nowhere = 1;
}

TEST(a_fault_off_the_stack_is_no_lack_of_memory)
{
    Ended ended = run_child(read_nothing);
    assert_null(strstr(ended.err, "the stack is used up"));
    assert_false(WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == KJ_EXIT_INTERNAL);
}

// Sanitizers handle faults themselves, and have address space of their own.
#if !KJ_SANITIZER

#define assert_told(ended)                                                      \
    do {                                                                        \
        assert_true(WIFEXITED((ended).status));                                 \
        assert_int_equal(WEXITSTATUS((ended).status), KJ_EXIT_INTERNAL);        \
        assert_string_equal((ended).err, "kanju: the stack is used up: out of " \
                                         "memory, or something nested too "     \
                                         "deeply\n");                           \
    } while (0)

/* Uses a stack up to a depth in KiB. */
static unsigned dig(unsigned kib)
{
    volatile char frame[1024];
    frame[0] = (char)kib;
    return kib == 0 ? 0 : dig(kib - 1) + (unsigned)frame[0];
}

static void *dig_for_ever(void *data)
{
    dig(UINT_MAX);
    return data;
}

/*
 * As `ulimit -v` does: no more address space than there is now; and no block is left in it either.
 */
static void take_all_memory(void)
{
    static void **all; // one behind the other
    setrlimit(RLIMIT_AS, &(struct rlimit){1, 1});
    for (size_t size = 1 << 20; size >= sizeof *all; size /= 2) {
        for (void **block; (block = malloc(size)); all = block)
            *block = all;
    }
}

static void write_without_memory(void)
{
    take_all_memory();
    g_free(g_strdup_printf("%0200d", 1));
}

static void in_thread(void *(*run)(void *))
{
    pthread_t thread;
    static char text[] = "";
    if (kj_thread_start(&thread, run, text))
        pthread_join(thread, NULL);
}

static void dig_here(void)
{
    dig_for_ever(NULL);
}

static void dig_in_thread(void)
{
    in_thread(dig_for_ever);
}

static void grow_without_memory(void)
{
    take_all_memory();
    dig(2048);
}

TEST(a_stack_used_up_ends_the_program_with_a_message)
{
    assert_told(run_child(dig_here));
    assert_told(run_child(dig_in_thread));
}

TEST(a_main_stack_that_cannot_grow_is_told)
{
    assert_told(run_child(grow_without_memory));
}

TEST(no_memory_for_a_message_is_told)
{
    assert_told(run_child(write_without_memory));
}

#endif
