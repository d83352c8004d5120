/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libarchive, loaded when the first archive is read: it brings libxml2, ICU and C++ along, and a
 * quarter of the time that the program takes to start. Its functions are called by their own names.
 */
#pragma once

#include <archive.h>
#include <archive_entry.h>

// clang-format off
#define KJ_ARCHIVE_FUNCTIONS(X) \
    X(entry_filetype) X(entry_free) X(entry_new2) X(entry_pathname) X(entry_pathname_utf8) \
    X(error_string) X(filter_bytes) X(filter_code) X(format) X(read_data) X(read_free) \
    X(read_new) X(read_next_header2) X(read_open1) X(read_set_callback_data) \
    X(read_set_read_callback) X(read_set_seek_callback) X(read_set_skip_callback) \
    X(read_support_filter_all) X(read_support_format_7zip) X(read_support_format_cab) \
    X(read_support_format_lha) X(read_support_format_rar) X(read_support_format_rar5) \
    X(read_support_format_raw) X(read_support_format_tar) X(read_support_format_zip) \
    X(set_error)
// clang-format on

typedef struct {
#define X(NAME) __typeof__(&archive_##NAME) NAME;
    KJ_ARCHIVE_FUNCTIONS(X)
#undef X
} KjLibarchive;

/* All NULL until kj_libarchive_load. */
extern KjLibarchive kj_libarchive;

/* Loads the library, once; NULL, or what is missing (static). Any thread. */
const char *kj_libarchive_load(void);

#define archive_entry_filetype kj_libarchive.entry_filetype
#define archive_entry_free kj_libarchive.entry_free
#define archive_entry_new2 kj_libarchive.entry_new2
#define archive_entry_pathname kj_libarchive.entry_pathname
#define archive_entry_pathname_utf8 kj_libarchive.entry_pathname_utf8
#define archive_error_string kj_libarchive.error_string
#define archive_filter_bytes kj_libarchive.filter_bytes
#define archive_filter_code kj_libarchive.filter_code
#define archive_format kj_libarchive.format
#define archive_read_data kj_libarchive.read_data
#define archive_read_free kj_libarchive.read_free
#define archive_read_new kj_libarchive.read_new
#define archive_read_next_header2 kj_libarchive.read_next_header2
#define archive_read_open1 kj_libarchive.read_open1
#define archive_read_set_callback_data kj_libarchive.read_set_callback_data
#define archive_read_set_read_callback kj_libarchive.read_set_read_callback
#define archive_read_set_seek_callback kj_libarchive.read_set_seek_callback
#define archive_read_set_skip_callback kj_libarchive.read_set_skip_callback
#define archive_read_support_filter_all kj_libarchive.read_support_filter_all
#define archive_read_support_format_7zip kj_libarchive.read_support_format_7zip
#define archive_read_support_format_cab kj_libarchive.read_support_format_cab
#define archive_read_support_format_lha kj_libarchive.read_support_format_lha
#define archive_read_support_format_rar kj_libarchive.read_support_format_rar
#define archive_read_support_format_rar5 kj_libarchive.read_support_format_rar5
#define archive_read_support_format_raw kj_libarchive.read_support_format_raw
#define archive_read_support_format_tar kj_libarchive.read_support_format_tar
#define archive_read_support_format_zip kj_libarchive.read_support_format_zip
#define archive_set_error kj_libarchive.set_error
