/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An edition of a store: a folder of static pages, one for each work and an index, in every
 * language, with the certificates. It needs no network; any host of files serves it as it is, and
 * a browser opens it from the disk.
 */
#pragma once

#include "repl/cli/commands.h"
#include "repl/report/report.h"

/* A work of an edition. Strings are owned. */
typedef struct {
    char *
        page; // its file in the folder of each language; NULL: it has none, as it could not be read
    char *label;       // what links to it say
    char *certificate; // its file in the folder of certificates; NULL: there is none
    char *digest;      // its SHA-256
    gsize bytes;
} KjEditionWork;

/* The class of a page's body, by which an edition knows its own. */
#define KJ_EDITION_CLASS "kj-edition"

/* What pages are made with. */
typedef struct KjEdition {
    KjStoreReport *report;
    const char *folder;
    char *title;
    GPtrArray *works;     // KjEditionWork*, in the order of items
    GHashTable *by_place; // of them, by file and number
} KjEdition;

/* Writes the edition; pages of an earlier one in the folder go. `stores` are what the report's store was read from. Fails with
 * KJ_USAGE_ERROR_OPTION if the folder holds something else, KJ_STORE_ERROR or G_FILE_ERROR. */
bool kj_edition_write(KjStoreReport *report, const KjCall *call, const char *folder,
                      GError **error);

/* The work that an item is. */
const KjEditionWork *kj_edition_work(const KjEdition *edition, const KjItem *item);

/* The page of an item, which is the work `index`, in the language of the thread. (transfer full) */
char *kj_edition_page(const KjEdition *edition, guint index, const KjItem *item);

/* Appends a link to a page in the other languages, for its head. */
void kj_edition_languages(const char *page, GString *out);
