/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Address space is reserved, and committed where it is touched first: committed memory counts against
 * what all programs may have, touched or not. A fault in reserved memory of ours commits what is
 * around it and goes on; any other fault is passed on.
 */
#include "core/os/memory.h"

#include <stdatomic.h>
#include <string.h>
#include <windows.h>

// What is committed at once; a region is a multiple of it.
enum { STEP = 1 << 20 };

// Reserved regions are told from those of others by their place: this much before each is ours, is
// committed and says so.
enum { HEAD = 1 << 16 };
static const uint64_t MARK = 0x6b616e6a75206d61u;

static LONG CALLBACK commit(EXCEPTION_POINTERS *fault)
{
    const EXCEPTION_RECORD *record = fault->ExceptionRecord;
    MEMORY_BASIC_INFORMATION about;
    if (record->ExceptionCode != EXCEPTION_ACCESS_VIOLATION || record->NumberParameters < 2)
        return EXCEPTION_CONTINUE_SEARCH;
    void *at = (void *)record->ExceptionInformation[1];
    if (!VirtualQuery(at, &about, sizeof about) || !about.AllocationBase ||
        about.AllocationProtect != PAGE_READWRITE)
        return EXCEPTION_CONTINUE_SEARCH;
    if (about.State == MEM_COMMIT) // another thread was first
        return about.Protect == PAGE_READWRITE ? EXCEPTION_CONTINUE_EXECUTION
                                               : EXCEPTION_CONTINUE_SEARCH;
    MEMORY_BASIC_INFORMATION head;
    if (about.State != MEM_RESERVE || !VirtualQuery(about.AllocationBase, &head, sizeof head) ||
        head.State != MEM_COMMIT || *(const uint64_t *)about.AllocationBase != MARK)
        return EXCEPTION_CONTINUE_SEARCH;
    char *base = about.AllocationBase;
    size_t offset = (size_t)((char *)at - base) / STEP * STEP;
    return VirtualAlloc(base + offset, STEP, MEM_COMMIT, PAGE_READWRITE)
               ? EXCEPTION_CONTINUE_EXECUTION
               : EXCEPTION_CONTINUE_SEARCH;
}

void *kj_os_map(size_t bytes)
{
    static atomic_flag handled = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&handled))
        AddVectoredExceptionHandler(1, commit);
    size_t whole = (HEAD + bytes + STEP - 1) / STEP * STEP;
    char *base = VirtualAlloc(NULL, whole, MEM_RESERVE, PAGE_READWRITE);
    if (!base)
        return NULL;
    if (!VirtualAlloc(base, STEP, MEM_COMMIT, PAGE_READWRITE)) {
        VirtualFree(base, 0, MEM_RELEASE);
        return NULL;
    }
    *(uint64_t *)base = MARK;
    return base + HEAD;
}

void kj_os_unmap(void *memory, size_t bytes, size_t used)
{
    (void)bytes, (void)used;
    VirtualFree((char *)memory - HEAD, 0, MEM_RELEASE);
}

void kj_os_give_back(void *memory, size_t bytes)
{
    // whole steps are committed anew when touched; what is left at both ends is cleared
    char *base = (char *)memory, *end = base + bytes;
    MEMORY_BASIC_INFORMATION about;
    if (!VirtualQuery(memory, &about, sizeof about) || !about.AllocationBase) {
        memset(memory, 0, bytes);
        return;
    }
    char *start = about.AllocationBase;
    char *first = start + ((size_t)(base - start) + STEP - 1) / STEP * STEP;
    char *last = start + (size_t)(end - start) / STEP * STEP;
    if (first >= last || !VirtualFree(first, (size_t)(last - first), MEM_DECOMMIT)) {
        memset(memory, 0, bytes);
        return;
    }
    memset(base, 0, (size_t)(first - base));
    memset(last, 0, (size_t)(end - last));
}

void kj_os_wish_huge(void *memory, size_t bytes)
{
    (void)memory, (void)bytes; // they need a privilege that users do not have
}

uint64_t kj_os_memory(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}
