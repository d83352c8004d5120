/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a file of a problem or game holds, whatever its format (rules.md §6.2-6.4): start position,
 * headers, a tree of moves with comments and times, and every line that means nothing here, so that
 * it can be written back.
 */
#ifndef KJ_CORE_FORMAT_GAME_FILE_H
#define KJ_CORE_FORMAT_GAME_FILE_H

#include "core/rules/movegen.h"
#include "core/text/text_file.h"

typedef enum {
    KJ_FORMAT_SFEN,
    KJ_FORMAT_USI,
    KJ_FORMAT_FEEN,
    KJ_FORMAT_KIF,
    KJ_FORMAT_KI2,
    KJ_FORMAT_BOD,
    KJ_FORMAT_CSA,
    KJ_FORMAT_JKF,
    KJ_FORMAT_PAN,
    KJ_FORMAT_COUNT,
} KjFormat;

/* How a game ends other than by a move of the board. */
typedef enum {
    KJ_END_NONE,
    KJ_END_STOPPED,        // 中断
    KJ_END_RESIGNED,       // 投了
    KJ_END_IMPASSE,        // 持将棋
    KJ_END_REPETITION,     // 千日手
    KJ_END_MATE,           // 詰み
    KJ_END_NO_MATE,        // 不詰
    KJ_END_TIME_UP,        // 切れ負け
    KJ_END_FOUL_WIN,       // 反則勝ち: the side to move wins, the other broke a rule
    KJ_END_FOUL_LOSS,      // 反則負け
    KJ_END_DECLARED,       // 入玉勝ち
    KJ_END_WIN_BY_DEFAULT, // 不戦勝
    KJ_END_LOSS_BY_DEFAULT,
    KJ_END_TRY,       // トライ
    KJ_END_DRAW,      // 引き分け
    KJ_END_MAX_MOVES, // 最大手数
    KJ_END_ERROR,     // エラー
    KJ_END_TAKEN_BACK,
    KJ_END_COUNT,
} KjGameEnd;

/* Something written beside the moves. */
typedef enum {
    KJ_NOTE_HEADER,   // key and text
    KJ_NOTE_BOARD,    // the start position; text: as it was written
    KJ_NOTE_COMMENT,  // a line for people
    KJ_NOTE_BOOKMARK, // the name of a place in the game
    KJ_NOTE_LINE,     // a line without meaning here, as it was written
    KJ_NOTE_LAYOUT, // the same, of no interest outside its format: 手数----指手, まで3手で詰み
} KjNoteKind;

typedef struct {
    KjNoteKind kind;
    char *key;  // HEADER: in Japanese as in KIF, or `$KEY` as in CSA; else NULL
    char *text; // one line, without its end; BOARD: several, or NULL
} KjNote;

/* A move, or an end word, or the root, which is neither. */
typedef struct KjGameNode {
    struct KjGameNode *parent;
    struct KjGameNode *child; // the main continuation
    struct KjGameNode *next;  // the next alternative to this move
    KjMove move;              // KJ_MOVE_NONE: root or end
    KjIllegal illegal;        // why the move loses by the rules, see kj_game_play
    KjGameEnd end;
    bool implied;     // the end is told by a LAYOUT line or the like, not by a word of its own
    unsigned ply;     // 0 the root
    unsigned line;    // 1-based line of the text it was read from; 0: the root, or not read
    int64_t spent;    // milliseconds on the move, -1 not known
    int64_t total;    // and of this side so far
    GPtrArray *notes; // KjNote*, in order; NULL none
} KjGameNode;

/* The root's notes are what stands before the first move: headers, board, comments. */
typedef struct {
    KjFormat format; // it was read from
    KjTextEncoding encoding;
    char *csa_version; // "2.2", or NULL
    KjPosition start;
    bool has_start; // false while a reader has not seen it
    KjGameNode *root;
    GPtrArray *nodes; // all of them, owned
    unsigned line;    // 1-based line of its first line in the file
} KjGameFile;

/* A game with the root alone and no start. (transfer full) */
KjGameFile *kj_game_file_new(KjFormat format);
void kj_game_file_free(KjGameFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjGameFile, kj_game_file_free)

/* Says that the nodes added last, which have no line yet, were read from this one. */
void kj_game_stamp(KjGameFile *file, unsigned line);

/* Takes a node with all below it out of the tree. It stays among the file's nodes, without a
 * parent. */
void kj_game_unlink(KjGameNode *node);

/* Adds a note; key and text are copied, and a text of several lines becomes several notes. */
void kj_game_note(KjGameNode *node, KjNoteKind kind, const char *key, const char *text);

/* The value of the first header of this key, or NULL. Owned by the file. */
const char *kj_game_header(const KjGameFile *file, const char *key);

/* Whether a header of this key is one the formats know (rules.md §6.2). */
bool kj_game_header_known(const char *key);

/* Whether nothing of a problem or game was read: no start written out, no header the formats know,
 * no move and no end. Such a text is no record, whatever its name says. */
bool kj_game_file_is_empty(const KjGameFile *file);

/* The number of moves of the main line. */
unsigned kj_game_plies(const KjGameFile *file);

/* The moves of the main line, their number in `out_n`. (transfer full, g_free) */
KjMove *kj_game_main_line(const KjGameFile *file, unsigned *out_n);

/* How many branches leave the lines before them. */
unsigned kj_game_branches(const KjGameFile *file);

/* ---- going through the tree ---- */

/* A place in the tree and the position there. */
typedef struct {
    KjGameFile *file;
    KjGameNode *at;
    KjPosition position;
    GArray *undo;
} KjGameCursor;

/* Begins at the root; the file must have its start. Clear with kj_game_cursor_clear. */
void kj_game_cursor_init(KjGameCursor *cursor, KjGameFile *file);
void kj_game_cursor_clear(KjGameCursor *cursor);

/* Goes back until the place has at most so many plies. */
void kj_game_cursor_back(KjGameCursor *cursor, unsigned ply);

/* Goes to a child of the place, which may be an end. */
void kj_game_cursor_enter(KjGameCursor *cursor, KjGameNode *child);

/* The move that led to the place, or KJ_MOVE_NONE. */
KjMove kj_game_cursor_last(const KjGameCursor *cursor);

enum { KJ_GAME_MAX_NODES = 100000 };

/* Whether moves can be made from a position with this fault: two pawns on a file or a dead piece
 * harm nothing, and games with such starts are played (九歩). */
bool kj_game_playable_fault(KjPositionFault fault);

/*
 * Adds a move as the last alternative at the place and goes there. Moves that lose by a rule of the
 * game (two pawns, mate by a pawn drop, a king left in check, no promotion where it is a must) are
 * taken, as records have them; others fail with KJ_TEXT_ERROR_MOVE, and so does any move from an
 * impossible start, after an end, or above KJ_GAME_MAX_NODES. The message has no place in it.
 */
bool kj_game_play(KjGameCursor *cursor, KjMove move, GError **error);

/* Adds an end at the place and goes there. Fails as above after an end. */
bool kj_game_end(KjGameCursor *cursor, KjGameEnd end, GError **error);

/*
 * The first nodes of all lines in the order in which KIF writes them: the main line, then the
 * branches of a line from its end backwards, each followed by its own. The parent of each is on the
 * path to the last node of the line before. Array of KjGameNode*, without ownership. (transfer
 * full)
 */
GPtrArray *kj_game_lines(const KjGameFile *file);

/* Words for an end: as in KIF (詰み), and as in CSA without its % (TSUMI; NULL none). Static. */
const char *kj_game_end_ja(KjGameEnd end);
const char *kj_game_end_en(KjGameEnd end); // for people who read English
const char *kj_game_end_csa(KjGameEnd end);

/* The end of a KIF word, other spellings included; KJ_END_NONE if it is none. */
KjGameEnd kj_game_end_from_ja(const char *word);

#endif
