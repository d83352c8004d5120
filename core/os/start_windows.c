/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a program begins on Windows: its words are UTF-16 there, and with wildcards in them, which
 * shells do not replace; bytes of files and pipes would be translated. fopen() is wrapped for the verifier, which has nothing of this room.
 */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int main(int argc, char **argv);
int wmain(int argc, wchar_t **wide);
FILE *__wrap_fopen(const char *path, const char *mode);

int _dowildcard = -1; // the C library is to replace them

static char *utf8_of(const wchar_t *wide)
{
    int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = malloc((size_t)n);
    if (text)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, n, NULL, NULL);
    return text;
}

static wchar_t *wide_of(const char *text)
{
    int n = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = malloc((size_t)n * sizeof *wide);
    if (wide)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, n);
    return wide;
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    wchar_t *name = wide_of(path), *how = wide_of(mode);
    FILE *file = name && how ? _wfopen(name, how) : NULL;
    free(name);
    free(how);
    return file;
}

int wmain(int argc, wchar_t **wide)
{
    _fmode = _O_BINARY;
    for (int fd = 0; fd <= 2; fd++)
        _setmode(fd, _O_BINARY);
    char **argv = calloc((size_t)argc + 1, sizeof *argv);
    for (int i = 0; argv && i < argc; i++)
        argv[i] = utf8_of(wide[i]);
    return argv ? main(argc, argv) : EXIT_FAILURE; // they live as long as the program
}
