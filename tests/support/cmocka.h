/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka, with the headers that it needs before it. */
#ifndef KJ_TESTS_SUPPORT_CMOCKA_H
#define KJ_TESTS_SUPPORT_CMOCKA_H

// in this order
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
