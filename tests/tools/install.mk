# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installing, and Debian packages. Included by the Makefile.

# Has the loader know that the library has come or gone, where it looks for libraries at all. A
# package does so when it is installed.
KNOW_LIBRARY = PATH=$$PATH:/usr/sbin:/sbin; \
	if [ -z '$(DESTDIR)' ] && ldconfig -N -v 2>/dev/null | grep -q '^$(LIBDIR):'; then \
	  ldconfig || echo "now run ldconfig as root, so that programs find $(SONAME)"; fi

# what says where things are is installed in the same folders, as pages name each other
READMES = $(wildcard README.md */README.md tests/*/README.md puzzles/*/*.md repl/lib/python/README.md)
PUZZLES = $(shell find puzzles -type f 2>/dev/null)

# What the tables of the program say comes into the manual pages here, and the library's is made of
# its header; docs/man has what people write.
.PHONY: man
man: $(B)/kanju ## manual pages, in build/release/man
	@mkdir -p $(B)/man/ja
	@cp docs/man/kanju-*.1 $(B)/man
	@for page in kanju.1 ja/kanju.1; do \
	  perl tests/tools/generated_page.pl '$(abspath $(B)/kanju)' docs/man/$$page >$(B)/man/$$page || exit 1; \
	done
	@perl tests/tools/library_man.pl >$(B)/man/kanju.3

.PHONY: install uninstall
install: all lib man ## install under DESTDIR and PREFIX (default /usr/local)
	install -D -m 755 -t '$(DESTDIR)$(BINDIR)' $(PROGRAM)
	ln -sf kanju '$(DESTDIR)$(BINDIR)/kanju-usi'
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' $(B)/man/*.1
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man3' $(B)/man/kanju.3
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/ja/man1' $(B)/man/ja/kanju.1
	install -D -m 644 repl/lib/kanju.h '$(DESTDIR)$(INCLUDEDIR)/kanju.h'
	install -D -m 644 -t '$(DESTDIR)$(LIBDIR)' $(B)/libkanju.a
	install -D -m 755 $(B)/$(SONAME) '$(DESTDIR)$(LIBDIR)/$(SONAME).0.0'
	ln -sf $(SONAME).0.0 '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libkanju.so'
	install -D -m 644 $(B)/kanju.pc '$(DESTDIR)$(LIBDIR)/pkgconfig/kanju.pc'
	install -D -m 644 -t '$(DESTDIR)$(DOCDIR)' COPYING
	@for page in $(READMES); do \
	  install -D -m 644 "$$page" "$(DESTDIR)$(DOCDIR)/$$page" || exit 1; done
	install -D -m 644 -t '$(DESTDIR)$(DOCDIR)/docs' docs/*.md docs/*.svg
	install -D -m 644 -t '$(DESTDIR)$(DOCDIR)/docs/ja' docs/ja/*.md
	install -D -m 644 -t '$(DESTDIR)$(DOCDIR)/docs/log' docs/log/*.md
	install -D -m 644 -t '$(DESTDIR)$(DOCDIR)/docs/schema' docs/schema/*.json
	@set -e; for shell in bash zsh fish; do case $$shell in \
	  bash) file=bash-completion/completions/kanju ;; \
	  zsh) file=zsh/site-functions/_kanju ;; \
	  fish) file=fish/vendor_completions.d/kanju.fish ;; esac; \
	  $(B)/kanju help --completion=$$shell >$(B)/completion; \
	  install -D -m 644 $(B)/completion "$(DESTDIR)$(SHAREDIR)/$$file"; done
	@for file in $(PUZZLES); do \
	  install -D -m 644 "$$file" "$(DESTDIR)$(DATADIR)/$$file" || exit 1; done
	@echo "puzzles -> $(DESTDIR)$(DATADIR)/puzzles"
	@$(KNOW_LIBRARY)
uninstall: ## remove what install has put there
	rm -f '$(DESTDIR)$(BINDIR)/kanju' '$(DESTDIR)$(BINDIR)/kanju-verify' \
	  '$(DESTDIR)$(BINDIR)/kanju-usi' \
	  $(patsubst docs/man/%,'$(DESTDIR)$(MANDIR)/man1/%',$(wildcard docs/man/*.1)) \
	  '$(DESTDIR)$(MANDIR)/man3/kanju.3' \
	  '$(DESTDIR)$(MANDIR)/ja/man1/kanju.1' \
	  '$(DESTDIR)$(INCLUDEDIR)/kanju.h' \
	  '$(DESTDIR)$(LIBDIR)/libkanju.a' '$(DESTDIR)$(LIBDIR)/libkanju.so' \
	  '$(DESTDIR)$(LIBDIR)/$(SONAME)' '$(DESTDIR)$(LIBDIR)/$(SONAME).0.0' \
	  '$(DESTDIR)$(LIBDIR)/pkgconfig/kanju.pc' \
	  '$(DESTDIR)$(SHAREDIR)/bash-completion/completions/kanju' \
	  '$(DESTDIR)$(SHAREDIR)/zsh/site-functions/_kanju' \
	  '$(DESTDIR)$(SHAREDIR)/fish/vendor_completions.d/kanju.fish'
	rm -rf '$(DESTDIR)$(DATADIR)' '$(DESTDIR)$(DOCDIR)'
	@$(KNOW_LIBRARY)

# The Python package with the library inside, for pip install. It needs GLib, json-glib and zstd
# of the system, as the library does.
WHEEL = build/wheel
.PHONY: wheel
wheel: lib ## the Python package with libkanju inside, in build/wheel
	@$(SETUP) build wheel
	@rm -rf $(WHEEL) && mkdir -p $(WHEEL)/tree
	cp -R repl/lib/python/kanju repl/lib/python/pyproject.toml repl/lib/python/README.md $(WHEEL)/tree
	rm -rf $(WHEEL)/tree/kanju/__pycache__
	cp $(B)/$(SONAME) $(WHEEL)/tree/kanju/$(SONAME)
	cd $(WHEEL)/tree && /usr/bin/python3 -c 'import setuptools; setuptools.setup()' --quiet \
	  bdist_wheel --dist-dir .. --plat-name linux_$$(uname -m)
	@rm -rf $(WHEEL)/tree
	@sh tests/tools/run_python $(WHEEL)/*.whl

.PHONY: deb
deb: ## Debian packages in build/deb, checked by lintian and run
	@$(SETUP) check deb
	@sh tests/tools/make_deb build/deb

