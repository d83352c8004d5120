/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as a tree: what writing and reading it share. */
#pragma once

#include <json-glib/json-glib.h>
#include <stdbool.h>

/* An object or array. */
typedef struct {
    guint refs;
    GPtrArray *nodes;  // JsonNode *
    GPtrArray *names;  // char *, of an object
    GHashTable *index; // name -> its number + 1, of an object
} Box;

struct JsonNode {
    JsonNodeType type;
    GType value; // of JSON_NODE_VALUE
    Box *box;
    char *text;
    gint64 number; // a flag as well
    double real;
};

/* One that is empty, of an object or an array. (transfer full) */
Box *json_box_new(bool names);

/* Adds a node (transfer full), under a name in an object, where it takes the place of one of that name. */
void json_box_put(Box *box, const char *name, JsonNode *node);

/* A node of a box (transfer full). (transfer full) */
JsonNode *json_node_of_box(Box *box);
