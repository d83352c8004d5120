# SPDX-License-Identifier: GPL-3.0-or-later
#
# What Kanju needs of others where Debian has no libraries of it: for WebAssembly (web.mk) and
# Windows (windows.mk), built from Debian's sources (debian_sources) into libdebian.a. JSON is
# repl/lib/js/json.c. Included by the Makefile.

# Of GLib what Kanju calls, and what that calls.
GLIB_COMMON := garcbox garray gatomic gbitlock gbytes gcharset gchecksum gconvert gdataset gdir genviron gerror \
	glib-init gfileutils ghash glist gmappedfile gmem gmessages gpoll gmain gmarkup gpattern gprimes gprintf \
	grefcount gqsort gquark gqueue grand grcbox grefstring gshell gslice gslist gstdio gstrfuncs gstring \
	gtestutils gthread gtimer gtrace gtranslit gunicollate gunidecomp guniprop guri gutf8 gutils \
	libcharset/localcharset
GLIB_wasm := gthread-posix
# time for the workbench, GLib's printf (gnulib); and what nobody calls, which this linker asks for
GLIB_windows := gthread-win32 gwin32 gwakeup gdate gdatetime gtimezone \
	$(addprefix gnulib/,printf printf-args printf-parse vasnprintf) \
	ghostutils giochannel giowin32 gspawn-win32 gtrashstack gvariant gvariant-core gvariant-serialiser \
	gvarianttype gvarianttypeinfo

ifneq ($(DEBIAN_ROOT),)
DEBIAN_SRC := $(patsubst %,$(DEBIAN_ROOT)/glib/glib/%.c,$(GLIB_COMMON) $(GLIB_$(BUILD))) \
	$(filter-out %/zstdmt_compress.c,$(wildcard $(DEBIAN_ROOT)/zstd/lib/common/*.c \
	$(DEBIAN_ROOT)/zstd/lib/compress/*.c $(DEBIAN_ROOT)/zstd/lib/decompress/*.c)) \
	$(DEBIAN_SRC_$(BUILD))
DEBIAN_OBJECTS := $(patsubst $(DEBIAN_ROOT)/%.c,$(DEBIAN_BUILD)/debian/%.o,$(DEBIAN_SRC))

# Kanju has functions of its own in place of these, which are kept out of the way.
$(DEBIAN_BUILD)/debian/%.o: $(DEBIAN_ROOT)/%.c $(DEBIAN_BUILD)/flags tests/tools/debian.mk
	$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(DEBIAN_FLAGS_$(BUILD)) -w -DNDEBUG -DG_DISABLE_ASSERT -DG_DISABLE_CHECKS -DZSTD_DISABLE_ASM \
	  -DDEBUGLEVEL=0 -DLIBDIR='"/"' $(foreach f,$(GLIB_OWN_$(BUILD)),-D$f=$f_of_glib) \
	  $(GLIB_CFLAGS) -I$(DEBIAN_ROOT)/glib/glib/libcharset -c -o $@ $<
$(DEBIAN_BUILD)/libdebian.a: $(DEBIAN_OBJECTS)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^
endif
