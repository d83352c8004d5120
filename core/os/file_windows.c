/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names become UTF-16 at the system's door. */
#include "core/os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

enum { TICKS_PER_MICROSECOND = 10 };
// Between 1601, from which Windows counts, and 1970.
static const int64_t EPOCH = 11644473600ll * 1000000;

/* errno of what the system says went wrong. -1. */
static int fail(DWORD code)
{
    static const struct {
        DWORD code;
        int number;
    } table[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_FILE_EXISTS, EEXIST},         {ERROR_SHARING_VIOLATION, EWOULDBLOCK},
        {ERROR_LOCK_VIOLATION, EWOULDBLOCK}, {ERROR_DISK_FULL, ENOSPC},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    };
    errno = EACCES;
    for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
        if (table[i].code == code)
            errno = table[i].number;
    return -1;
}

/* A name as the system has it: absolute ones that are long with the prefix that lifts the limit on
 * their length. (transfer full, g_free; NULL if it is no UTF-8) */
static wchar_t *wide(const char *path)
{
    enum { LONG = 240 }; // of 260, as the system may append to it
    g_autofree char *whole = strlen(path) < LONG ? NULL : g_canonicalize_filename(path, NULL);
    g_autofree char *prefixed = NULL;
    if (whole && strncmp(whole, "\\\\", 2) != 0)
        prefixed = g_strconcat("\\\\?\\", g_strdelimit(whole, "/", '\\'), NULL);
    wchar_t *name = (wchar_t *)g_utf8_to_utf16(prefixed ? prefixed : path, -1, NULL, NULL, NULL);
    if (!name)
        errno = EINVAL;
    return name;
}

/* Opens a file; flags of the descriptor are O_RDONLY and such. -1 with errno. */
static int open_file(const char *path, DWORD access, DWORD share, DWORD how, DWORD kind, int flags)
{
    g_autofree wchar_t *name = wide(path);
    if (!name)
        return -1;
    HANDLE handle = CreateFileW(name, access, share, NULL, how, kind, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail(GetLastError());
    return _open_osfhandle((intptr_t)handle, flags | _O_BINARY | _O_NOINHERIT);
}

static const DWORD ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

static bool look_handle(HANDLE handle, KjOsFile *out)
{
    BY_HANDLE_FILE_INFORMATION about;
    *out = (KjOsFile){.mode = 0666};
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return GetFileType(handle) != FILE_TYPE_UNKNOWN;
    if (!GetFileInformationByHandle(handle, &about))
        return fail(GetLastError()) == 0;
    uint64_t ticks =
        (uint64_t)about.ftLastWriteTime.dwHighDateTime << 32 | about.ftLastWriteTime.dwLowDateTime;
    out->regular = !(about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY);
    out->names = about.nNumberOfLinks;
    out->device = about.dwVolumeSerialNumber;
    out->number = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
    out->bytes = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow;
    out->changed = (int64_t)(ticks / TICKS_PER_MICROSECOND) - EPOCH;
    return true;
}

bool kj_os_look(const char *path, KjOsFile *out)
{
    g_autofree wchar_t *name = wide(path);
    if (!name)
        return false;
    HANDLE handle = CreateFileW(name, FILE_READ_ATTRIBUTES, ALL, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS, NULL); // a folder, too
    if (handle == INVALID_HANDLE_VALUE)
        return fail(GetLastError()) == 0;
    bool told = look_handle(handle, out);
    CloseHandle(handle);
    return told;
}

bool kj_os_look_open(int fd, KjOsFile *out)
{
    return look_handle((HANDLE)_get_osfhandle(fd), out);
}

int kj_os_open_read(const char *path)
{
    KjOsFile there;
    if (kj_os_look(path, &there) && !there.regular && there.names) {
        errno = EISDIR;
        return -1;
    }
    return open_file(path, GENERIC_READ, ALL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, _O_RDONLY);
}

int kj_os_open_write(const char *path)
{
    return open_file(path, GENERIC_WRITE, ALL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, _O_WRONLY);
}

FILE *kj_os_fopen(const char *path, const char *mode)
{
    g_autofree char *binary = g_strconcat(mode, strchr(mode, 'b') ? "N" : "bN", NULL);
    g_autofree wchar_t *name = wide(path),
                       *how = (wchar_t *)g_utf8_to_utf16(binary, -1, NULL, NULL, NULL);
    return name ? _wfopen(name, how) : NULL;
}

int kj_os_dup(int fd)
{
    return _dup(fd);
}

bool kj_os_sync(int fd)
{
    return _commit(fd) == 0 || errno == EBADF; // of what is no file of a disk
}

void kj_os_sync_folder(const char *path)
{
    (void)path;
}

char *kj_os_real_path(const char *path)
{
    g_autofree wchar_t *name = wide(path);
    HANDLE handle =
        name ? CreateFileW(name, 0, ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL)
             : INVALID_HANDLE_VALUE;
    if (handle == INVALID_HANDLE_VALUE)
        return g_strdup(path);
    DWORD length = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    g_autofree wchar_t *real = g_new0(wchar_t, length + 1);
    length = GetFinalPathNameByHandleW(handle, real, length + 1, FILE_NAME_NORMALIZED);
    CloseHandle(handle);
    bool prefixed = length > 4 && wcsncmp(real, L"\\\\?\\", 4) == 0 && real[5] == L':';
    char *text = g_utf16_to_utf8((gunichar2 *)real + (prefixed ? 4 : 0), -1, NULL, NULL, NULL);
    return length && text ? text : g_strdup(path);
}

char *kj_os_program(void)
{
    enum { LONGEST = 1 << 15 };
    g_autofree wchar_t *name = g_new0(wchar_t, LONGEST + 1);
    GetModuleFileNameW(NULL, name, LONGEST);
    return g_utf16_to_utf8((gunichar2 *)name, -1, NULL, NULL, NULL);
}

bool kj_os_link(const char *path, const char *other)
{
    g_autofree wchar_t *from = wide(path), *to = wide(other);
    return from && to && (CreateHardLinkW(to, from, NULL) || fail(GetLastError()) == 0);
}

/* ---- a file without a name ---- */

/*
 * One that is to be deleted when it is closed, which a kill does: until it is given a name nobody can
 * open it by the one it has in its folder, and what is written through its own handle stays. (With
 * FILE_FLAG_DELETE_ON_CLOSE that could be taken back only by newer systems.)
 */
static bool set_doomed(HANDLE file, bool doomed)
{
    FILE_DISPOSITION_INFO info = {.DeleteFile = doomed};
    return SetFileInformationByHandle(file, FileDispositionInfo, &info, sizeof info) ||
           fail(GetLastError()) == 0;
}

int kj_os_open_nameless(const char *path)
{
    int fd = -1;
    do { // none may have it
        g_autofree char *beside = g_strdup_printf("%s.%08x", path, g_random_int());
        fd = open_file(beside, GENERIC_WRITE | DELETE, FILE_SHARE_READ | FILE_SHARE_DELETE,
                       CREATE_NEW, FILE_ATTRIBUTE_NORMAL, _O_WRONLY);
    } while (fd < 0 && errno == EEXIST);
    if (fd < 0)
        return -1;
    // a disk of another system may take the one and not the other
    HANDLE file = (HANDLE)_get_osfhandle(fd);
    if (set_doomed(file, true) && set_doomed(file, false) && set_doomed(file, true))
        return fd;
    set_doomed(file, true);
    _close(fd);
    return -1;
}

bool kj_os_name(int fd, const char *path, bool over)
{
    HANDLE file = (HANDLE)_get_osfhandle(fd);
    g_autofree wchar_t *name = wide(path);
    if (!name || !set_doomed(file, false))
        return false;
    size_t bytes = wcslen(name) * sizeof *name;
    g_autofree FILE_RENAME_INFO *info = g_malloc0(sizeof *info + bytes); // and a NUL
    info->ReplaceIfExists = over;
    info->FileNameLength = (DWORD)bytes;
    memcpy(info->FileName, name, bytes);
    if (SetFileInformationByHandle(file, FileRenameInfo, info, (DWORD)(sizeof *info + bytes)))
        return true;
    DWORD code = GetLastError();
    set_doomed(file, true);
    fail(code);
    errno = errno == EWOULDBLOCK ? EACCES : errno; // another program has the file open
    return false;
}

int kj_os_open_temporary(char *path)
{
    return g_mkstemp_full(path, _O_WRONLY | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

void kj_os_set_mode(int fd, unsigned mode)
{
    (void)fd, (void)mode;
}

/* ---- a lock: a file that nobody else may open, and that goes when it is closed ---- */

int kj_os_lock(const char *path, bool fresh, unsigned mode)
{
    (void)mode;
    return open_file(path, GENERIC_READ | GENERIC_WRITE | DELETE, 0,
                     fresh ? CREATE_NEW : OPEN_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE, _O_RDWR);
}

bool kj_os_is_locked(const char *path)
{
    int fd = open_file(path, GENERIC_READ, ALL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, _O_RDONLY);
    if (fd < 0)
        return errno == EWOULDBLOCK;
    _close(fd);
    return false;
}

void kj_os_unlock(int fd, const char *path)
{
    (void)path;
    _close(fd);
}

/* ---- standard input and output, memory as a file ---- */

void kj_os_keep_standard(void)
{
    enum { BUFFER = 1 << 16 };
    for (int fd = 0; fd <= 2; fd++)
        if (_get_osfhandle(fd) == -1 || _get_osfhandle(fd) == -2)
            (void)!_open("NUL", fd == 0 ? _O_WRONLY : _O_RDONLY);
    // the console takes a character whole or not at all
    setvbuf(stdout, NULL, _IOFBF, BUFFER);
    setvbuf(stderr, NULL, _IOFBF, BUFFER);
}

bool kj_os_is_unread(int code)
{
    return code == EPIPE || code == EINVAL; // as the C library has it
}

/* A temporary file that goes when it is closed: the C library has no streams of memory. */
FILE *kj_os_memory_open(char **out_text, size_t *out_length)
{
    *out_text = NULL;
    *out_length = 0;
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "kanju.XXXXXX", NULL);
    int fd = g_mkstemp_full(path, _O_RDWR | _O_BINARY | _O_TEMPORARY | _O_NOINHERIT,
                            _S_IREAD | _S_IWRITE);
    return fd < 0 ? NULL : _fdopen(fd, "w+b");
}

void kj_os_memory_close(FILE *stream, char **out_text, size_t *out_length)
{
    long length = fflush(stream) == 0 && fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    size_t whole = length > 0 ? (size_t)length : 0;
    rewind(stream);
    *out_text = g_malloc(whole + 1); // GLib's is the C library's
    *out_length = fread(*out_text, 1, whole, stream);
    (*out_text)[*out_length] = '\0';
    fclose(stream);
}
