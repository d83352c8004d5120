/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small problems solved by brute force, and certificates made of that. */
#include "tests/support/certify/certificate.h"

#include <string.h>

enum { NEVER = -1, TRY = -2 };

typedef struct {
    bool open;     // the defender has replies
    bool mates;    // he has none and is mated
    uint32_t name; // of the attack; none at the root
    GArray *child; // Reply
} Attack;

typedef struct {
    int node; // that it leads to, or TRY
    uint32_t name;
} Reply;

typedef struct {
    KvPosition at;
    Attack *attack;
    unsigned n;
    int rank;       // plies to mate, or NEVER
    unsigned depth; // attacks that lead here from the root
} Node;

struct Problem {
    KvRules rules;
    Header header;
    GPtrArray *nodes; // Node
    GHashTable *ids;  // from Node.at to index
    bool defender_begins;
    Attack root; // if the defender begins
    KvMove *list;
    bool complete; // nothing was left out for the depth
    // writing
    GByteArray *out;
    GArray *written; // int: node of each record, in the order of their numbers
    GArray *bounds;  // int: and its plies, in the bound
    Flaw flaw;
    bool flawed, proof;
};

/* Of the names that are told from the king it is tried which is this one's. */
uint32_t move_name(KvRules *r, const KvPosition *p, KvWanted wanted, const KvMove *move)
{
    enum { NEAR = 49 };
    const unsigned kinds = (unsigned)strlen(r->game->letters);
    const bool drop = move->from == KV_NONE, keeps = move->gain % KV_GOTE >= KV_PROMOTED;
    const bool plus =
        drop ? move->is & KV_PROMOTED : move->is != move->was || (move->gain != KV_NONE && keeps);
    KvMove found;
    for (uint32_t name = 1; !drop && name < NEAR; name++)
        if (kv_take(r, p, wanted, name, &found) && found.text == move->text)
            return name;
    unsigned from = drop ? move->is % KV_PROMOTED : kinds + move->from;
    return NEAR + 2 * (from * r->n_cells + move->to) + plus;
}

/* ---- the graph ---- */

static guint hash_position(gconstpointer key)
{
    const uint8_t *bytes = key;
    guint hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < sizeof(KvPosition); i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static gboolean equal_positions(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(KvPosition)) == 0;
}

static void free_node(gpointer data)
{
    Node *node = data;
    for (unsigned i = 0; i < node->n; i++)
        g_array_unref(node->attack[i].child);
    g_free(node->attack);
    g_free(node);
}

static int node_of(Problem *problem, const KvPosition *pos, unsigned depth)
{
    gpointer known;
    if (g_hash_table_lookup_extended(problem->ids, pos, NULL, &known))
        return GPOINTER_TO_INT(known);
    Node *node = g_new0(Node, 1);
    node->at = *pos;
    node->rank = NEVER;
    node->depth = depth;
    int id = (int)problem->nodes->len;
    g_ptr_array_add(problem->nodes, node);
    g_hash_table_insert(problem->ids, &node->at, GINT_TO_POINTER(id));
    return id;
}

static void look_at_replies(Problem *problem, const KvPosition *pos, unsigned depth, Attack *out)
{
    unsigned n = kv_list(&problem->rules, pos, KV_REPLIES, problem->list);
    out->child = g_array_new(FALSE, FALSE, sizeof(Reply));
    out->open = n > 0;
    out->mates = n == 0 && kv_mated(&problem->rules, pos);
    for (unsigned i = 0; i < n; i++) {
        Reply reply = {TRY, move_name(&problem->rules, pos, KV_REPLIES, &problem->list[i])};
        if (!kv_is_try(&problem->rules, pos, &problem->list[i])) {
            KvPosition after;
            kv_make(pos, &problem->list[i], &after);
            reply.node = node_of(problem, &after, depth);
        }
        g_array_append_val(out->child, reply);
    }
}

static void look_at_attacks(Problem *problem, Node *node)
{
    node->n = kv_list(&problem->rules, &node->at, KV_ATTACKS, problem->list);
    node->attack = g_new0(Attack, node->n);
    g_autofree KvMove *attacks = g_memdup2(problem->list, node->n * sizeof *attacks);
    for (unsigned i = 0; i < node->n; i++) {
        KvPosition after;
        kv_make(&node->at, &attacks[i], &after);
        node->attack[i].name = move_name(&problem->rules, &node->at, KV_ATTACKS, &attacks[i]);
        look_at_replies(problem, &after, node->depth + 1, &node->attack[i]);
    }
}

static Node *node_at(const Problem *problem, int id)
{
    return problem->nodes->pdata[id];
}

static Reply reply_of(const Attack *attack, unsigned i)
{
    return g_array_index(attack->child, Reply, i);
}

static int length_after(const Problem *problem, const Attack *attack)
{
    if (!attack->open)
        return attack->mates ? 0 : NEVER;
    int most = 0;
    for (unsigned i = 0; i < attack->child->len; i++) {
        int child = reply_of(attack, i).node;
        int rank = child == TRY ? NEVER : node_at(problem, child)->rank;
        if (rank == NEVER)
            return NEVER;
        most = MAX(most, rank);
    }
    return most + 1;
}

/* The first of the fastest attacks; `length` gets the plies after it. */
static int best_attack(const Problem *problem, const Node *node, int *length)
{
    int best = NEVER;
    *length = NEVER;
    for (unsigned i = 0; i < node->n; i++) {
        int after = length_after(problem, &node->attack[i]);
        if (after != NEVER && (*length == NEVER || after < *length)) {
            *length = after;
            best = (int)i;
        }
    }
    return best;
}

static void rank_all(Problem *problem)
{
    bool more = true;
    for (int rank = 1; more; rank += 2) {
        more = false;
        for (unsigned i = 0; i < problem->nodes->len; i++) {
            Node *node = node_at(problem, (int)i);
            int length;
            if (node->rank != NEVER || best_attack(problem, node, &length) == NEVER ||
                length != rank - 1)
                continue;
            node->rank = rank;
            more = true;
        }
    }
}

static bool is(const char *word, const char *value)
{
    return word && strcmp(word, value) == 0;
}

Problem *problem_new(const Header *header, unsigned limit, unsigned depth)
{
    Problem *problem = g_new0(Problem, 1);
    KvRules *r = &problem->rules;
    KvPosition root;
    problem->header = *header;
    problem->complete = true;
    problem->nodes = g_ptr_array_new_with_free_func(free_node);
    problem->ids = g_hash_table_new(hash_position, equal_positions);
    problem->list = g_new(KvMove, KV_MOST_MOVES);
    const char *fault;
    bool good = kv_rules_begin(r, header->game ? header->game : "shogi");
    r->attacker = is(header->attacker, "gote");
    r->attacker_moves = is(header->moves, "zugzwang") ? KV_ZUGZWANG
                        : is(header->moves, "all")    ? KV_ALL
                                                      : KV_CHECKS;
    r->try_rule = is(header->try_rule, "on")             ? KV_TRY_ON
                  : is(header->try_rule, "unless-mated") ? KV_TRY_UNLESS_MATED
                                                         : KV_TRY_OFF;
    r->stalemate_draws = is(header->stalemate, "draw");
    r->drop_stalemate_illegal = is(header->drop_stalemate, "illegal");
    good = good && !kv_position_read(r, header->position, &root, &fault) && !fault &&
           kv_royals(r, &root, !r->attacker) &&
           (r->game->king_capture || !kv_in_danger(r, &root, !root.side));
    if (good) {
        problem->defender_begins = root.side != r->attacker;
        if (problem->defender_begins)
            look_at_replies(problem, &root, 0, &problem->root);
        else
            node_of(problem, &root, 0);
        for (unsigned i = 0; good && i < problem->nodes->len; i++) {
            Node *node = node_at(problem, (int)i);
            if (node->depth < depth)
                look_at_attacks(problem, node);
            else
                problem->complete = false;
            good = problem->nodes->len <= limit;
        }
    }
    if (!good) {
        problem_free(problem);
        return NULL;
    }
    rank_all(problem);
    return problem;
}

void problem_free(Problem *problem)
{
    g_ptr_array_unref(problem->nodes);
    g_hash_table_unref(problem->ids);
    if (problem->root.child)
        g_array_unref(problem->root.child);
    g_free(problem->list);
    g_free(problem);
}

int problem_plies(const Problem *problem)
{
    return problem->defender_begins ? length_after(problem, &problem->root)
                                    : node_at(problem, 0)->rank;
}

bool problem_complete(const Problem *problem)
{
    return problem->complete;
}

/* ---- writing ---- */

static void put(Problem *problem, unsigned number)
{
    do {
        uint8_t byte = number & 0x7f;
        number >>= 7;
        if (number)
            byte |= 0x80;
        g_byte_array_append(problem->out, &byte, 1);
    } while (number);
}

static bool may_refer(const Problem *problem, int from, int to, bool *flawed)
{
    const KvRules *r = &problem->rules;
    const KvPosition *ours = &node_at(problem, from)->at, *theirs = &node_at(problem, to)->at;
    bool dominance = !is(problem->header.dominance, "no");
    *flawed = false;
    if (kv_may_refer(r, ours, theirs, dominance, problem->proof))
        return true;
    if (problem->flaw == FLAW_DOMINANCE_TURNED)
        *flawed = kv_may_refer(r, ours, theirs, true, !problem->proof);
    else if (problem->flaw == FLAW_HANDS_IGNORED)
        *flawed = memcmp(ours->cell, theirs->cell, sizeof ours->cell) == 0;
    return *flawed;
}

/* Writes a reference to a record that will do; false if there is none. `plies` is what a bound asks
 * for, or the most that a proof's record may have. */
static bool put_reference(Problem *problem, int child, int plies)
{
    for (unsigned k = 1; k <= problem->written->len; k++) {
        unsigned number = problem->written->len - k;
        int there = g_array_index(problem->written, int, number);
        bool flawed;
        if (problem->bounds->len && g_array_index(problem->bounds, int, number) < plies)
            continue;
        if (problem->proof && node_at(problem, there)->rank > plies)
            continue;
        if (!may_refer(problem, child, there, &flawed))
            continue;
        problem->flawed |= flawed;
        put(problem, k);
        return true;
    }
    return false;
}

static void count_record(Problem *problem, int id, int plies)
{
    g_array_append_val(problem->written, id);
    if (plies)
        g_array_append_val(problem->bounds, plies);
}

static void put_proof(Problem *problem, int id);

static void put_replies(Problem *problem, const Attack *attack)
{
    unsigned n = attack->child->len;
    if (problem->flaw == FLAW_REPLY_DROPPED && n > 1 && !problem->flawed) {
        problem->flawed = true;
        n--;
    }
    for (unsigned i = 0; i < n; i++) {
        int child = reply_of(attack, i).node;
        if (child == TRY || put_reference(problem, child, node_at(problem, child)->rank))
            continue;
        put(problem, 0);
        put_proof(problem, child);
    }
}

static void put_proof(Problem *problem, int id)
{
    const Node *node = node_at(problem, id);
    int length, best = best_attack(problem, node, &length);
    if (best == NEVER) {
        put(problem, 0); // no proof: anything
        return;
    }
    put(problem, node->attack[best].name);
    put_replies(problem, &node->attack[best]);
    count_record(problem, id, 0);
}

static void put_refutation(Problem *problem, int id, int plies);

/* A reply with which the attacker does not mate within `plies`, 0: ever; and its child. */
static void put_reply(Problem *problem, const Attack *attack, int plies, bool last)
{
    unsigned chosen = 0;
    if (!attack->open) {
        put(problem, 0);
        return;
    }
    for (unsigned i = 0; i < attack->child->len; i++) {
        int child = reply_of(attack, i).node;
        int rank = child == TRY ? NEVER : node_at(problem, child)->rank;
        if (rank == NEVER || (plies && rank > plies) || last)
            chosen = i;
    }
    put(problem, reply_of(attack, chosen).name);
    int child = reply_of(attack, chosen).node;
    if (child == TRY || last || put_reference(problem, child, plies))
        return;
    put(problem, 0);
    put_refutation(problem, child, plies);
}

static void put_refutation(Problem *problem, int id, int plies)
{
    const Node *node = node_at(problem, id);
    if (!plies)
        count_record(problem, id, 0);
    for (unsigned i = 0; i < node->n; i++)
        put_reply(problem, &node->attack[i], MAX(plies - 2, 0), plies == 1);
    if (plies)
        count_record(problem, id, plies);
}

GString *header_text(const Header *h)
{
    GString *text = g_string_new("kanju-certificate 4\n");
    const char *const lines[][3] = {
        {"game", h->game, "shogi"},
        {"attacker", h->attacker, "sente"},
        {"attacker-moves", h->moves, "checks"},
        {"try", h->try_rule, "off"},
        {"stalemate", h->stalemate, "loss"},
        {"drop-stalemate", h->drop_stalemate, "legal"},
        {"repetition", h->repetition, "fails"},
        {"dominance", h->dominance, "yes"},
        {"position", h->position, ""},
        {"claim", h->claim, "nomate"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
        g_string_append_printf(text, "%s %s\n", lines[i][0],
                               lines[i][1] ? lines[i][1] : lines[i][2]);
    g_string_append(text, "end\n");
    return text;
}

static void begin_section(Problem *problem, bool proof)
{
    problem->proof = proof;
    g_array_set_size(problem->written, 0);
    g_array_set_size(problem->bounds, 0);
}

GByteArray *problem_certify(Problem *problem, Flaw flaw, bool *flawed)
{
    GString *text = header_text(&problem->header);
    GByteArray *out = g_byte_array_new();
    g_byte_array_append(out, (const guint8 *)text->str, (guint)text->len);
    g_string_free(text, TRUE);
    problem->out = out;
    problem->flaw = flaw;
    problem->flawed = false;
    problem->written = g_array_new(FALSE, FALSE, sizeof(int));
    problem->bounds = g_array_new(FALSE, FALSE, sizeof(int));
    bool defends = problem->defender_begins;

    const char *claim = problem->header.claim, *space = claim ? strchr(claim, ' ') : NULL;
    begin_section(problem, space != NULL);
    if (!space && defends)
        put_reply(problem, &problem->root, 0, false);
    else if (!space)
        put_refutation(problem, 0, 0);
    else if (defends)
        put_replies(problem, &problem->root);
    else
        put_proof(problem, 0);
    int within = space && *claim == 's' ? (int)g_ascii_strtoll(space, NULL, 10) - 2 : 0;
    begin_section(problem, false);
    if (within > 1 && defends)
        put_reply(problem, &problem->root, within - 1, false);
    else if (within > 0 && !defends)
        put_refutation(problem, 0, within);

    g_array_unref(problem->written);
    g_array_unref(problem->bounds);
    if (flawed)
        *flawed = problem->flawed;
    return out;
}
