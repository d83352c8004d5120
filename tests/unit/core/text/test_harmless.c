/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of others in messages, in JSON and as names of files: nothing that a terminal obeys. */
#include "core/text/json_text.h"
#include "core/text/text.h"
#include "tests/support/cmocka.h"

// escape, a turn of the direction of writing, a separator of lines, a mark of bytes
static const char evil[] = "a\033[31mb\u202ec\u2028d\ufeffe";

TEST(messages_have_nothing_that_is_obeyed)
{
    g_autofree char *text = g_strdup(evil);
    kj_text_harmless(text);
    assert_string_equal(text, "a?[31mb???c???d???e");
    g_autofree char *plain = g_strdup("図巧 第一番\t▲３二金\n");
    g_autofree char *same = g_strdup(plain);
    kj_text_harmless(same);
    assert_string_equal(same, plain);
}

TEST(json_escapes_it)
{
    g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), "\u202e\U000e0041x");
    g_autofree char *text = kj_json_text(node);
    assert_string_equal(text, "\"\\u202e\\udb40\\udc41x\"");
    g_autoptr(JsonNode) read = json_from_string(text, NULL);
    assert_string_equal(json_node_get_string(read), json_node_get_string(node));
}

TEST(names_of_files_are_made_of_what_is_shown)
{
    static const struct {
        const char *text, *name;
    } rows[] = {
        {evil, "a-[31mb-c-d-e"},
        {"../x y\n", "-.-x-y-"},
        {"図巧 1", "図巧-1"},
        {"1-G*3a", "1-G-3a"},
        {"C:\\a<b>|\"?", "C--a-b----"},
        {".", "-"},
        {"", ""},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *name = g_strdup(rows[i].text);
        kj_text_to_leaf(name, '-');
        assert_string_equal(name, rows[i].name);
    }
}

TEST(json_that_is_nested_without_end_is_not_read)
{
    g_autofree char *deep = g_strnfill(KJ_JSON_DEPTH + 1, '[');
    assert_false(kj_json_is_shallow(deep));
    assert_true(kj_json_is_shallow(deep + 1));
    assert_true(kj_json_is_shallow("[\"[[[\\\"[[\"]"));
}
