/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libkanju: the commands of kanju for other programs (docs/library.md). This header is all of its
 * interface: what is asked and what is answered is JSON.
 *
 * Texts are UTF-8 and end in NUL. A handle may be used by one thread at a time, except for
 * kanju_stop; different ones by different threads, side by side. NULL is safe everywhere.
 */
#ifndef KANJU_H
#define KANJU_H

#if defined(__GNUC__)
#define KANJU_EXPORT __attribute__((visibility("default")))
#else
#define KANJU_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, e.g. "0.1.0". Static. */
KANJU_EXPORT const char *kanju_version(void);

/* One who asks, and the last answer. */
typedef struct kanju kanju;

/* A new one; never NULL. */
KANJU_EXPORT kanju *kanju_new(void);

/* Frees one that is not in a call. */
KANJU_EXPORT void kanju_free(kanju *handle);

/*
 * Runs a command of kanju, and returns when it is done or a limit is reached. The request is an
 * object: "command" is its name; "args" (a list of texts) are further words, as on the command line;
 * "input" (a text) is what it would read from standard input, and is its argument if there is none;
 * every other member is an option of the command by its name without dashes, _ standing for -, with
 * a text, a number, true or false. The options are those that `kanju help COMMAND --all` lists, with
 * their defaults. "json" is true unless said: the command prints JSON, if it can.
 *
 * The answer is an object: "status" is the exit status the program would have; "records" are the
 * objects it prints with --json (docs/schema), in order; "text" is what it prints otherwise;
 * "messages" are the lines it says besides on standard error. Where there are neither records nor
 * text and the status is not 0, "error" says why, in words. It belongs to the handle until its next
 * call, and is never NULL unless the handle is.
 */
KANJU_EXPORT const char *kanju_call(kanju *handle, const char *request);

/* Stops the call under way, or the next one if there is none: it answers with what it has, as after
 * Ctrl-C. May be called from any thread and from signal handlers. */
KANJU_EXPORT void kanju_stop(kanju *handle);

/* Takes the progress line of a call, about once a second, on any thread; anything but 0 stops the
 * call. */
typedef int (*kanju_progress)(const char *line, void *data);

/* Has calls tell of their progress; NULL: no more. */
KANJU_EXPORT void kanju_on_progress(kanju *handle, kanju_progress told, void *data);

#ifdef __cplusplus
}
#endif

#endif
