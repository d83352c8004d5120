/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers by the keys of their questions; equal keys in the order in which they came. */
#include "solver/check/answers.h"

struct KjCheckAnswers {
    GArray *all;       // of KjCheckAnswer
    GArray *next;      // of guint, of those loaded: 1 and the index of the next with the same key
    GHashTable *first; // key -> 1 and the index of the first that was not used; keys in `all`
    uint64_t nodes;
};

KjCheckAnswers *kj_check_answers_new(void)
{
    KjCheckAnswers *answers = g_new0(KjCheckAnswers, 1);
    answers->all = g_array_new(FALSE, FALSE, sizeof(KjCheckAnswer));
    answers->next = g_array_new(FALSE, FALSE, sizeof(guint));
    answers->first = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return answers;
}

void kj_check_answers_free(KjCheckAnswers *answers)
{
    if (!answers)
        return;
    g_array_unref(answers->all);
    g_array_unref(answers->next);
    g_hash_table_unref(answers->first);
    g_free(answers);
}

const KjCheckAnswer *kj_check_answers_all(const KjCheckAnswers *answers, unsigned *out_n)
{
    *out_n = answers->all->len;
    return (const KjCheckAnswer *)(void *)answers->all->data;
}

uint64_t kj_check_answers_nodes(const KjCheckAnswers *answers)
{
    return answers->nodes;
}

static guint first_of(const KjCheckAnswers *answers, uint64_t key)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(answers->first, &key));
}

static void set_first(KjCheckAnswers *answers, uint64_t key, guint first)
{
    g_hash_table_insert(answers->first, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(first));
}

bool kj_check_answers_load(KjCheckAnswers *answers, const KjCheckAnswer *kept, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (kept[i].verdict > KJ_UNKNOWN)
            return false;
        kj_check_answers_add(answers, &kept[i]);
    }
    g_array_set_size(answers->next, n);
    for (guint i = n; i > 0; i--) {
        g_array_index(answers->next, guint, i - 1) = first_of(answers, kept[i - 1].key);
        set_first(answers, kept[i - 1].key, i);
    }
    return true;
}

bool kj_check_answers_has(const KjCheckAnswers *answers, uint64_t key)
{
    return first_of(answers, key) > 0;
}

bool kj_check_answers_take(KjCheckAnswers *answers, uint64_t key, KjCheckAnswer *out)
{
    guint i = first_of(answers, key);
    if (i == 0)
        return false;
    *out = g_array_index(answers->all, KjCheckAnswer, i - 1);
    set_first(answers, key, g_array_index(answers->next, guint, i - 1));
    return true;
}

void kj_check_answers_add(KjCheckAnswers *answers, const KjCheckAnswer *answer)
{
    g_array_append_vals(answers->all, answer, 1);
    answers->nodes += answer->nodes;
}
