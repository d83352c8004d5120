# SPDX-License-Identifier: GPL-3.0-or-later
#
# What lint and the tests of the page have of npm, in build/web-check. Included by the Makefile.
#
# Of the last versions that run on Debian 12's Node, which is 18; newer ones ask for 20 and 22.
NODE_MODULES := playwright-core@1.55.1 puppeteer-core@24.10.0 axe-core@4.10.3 eslint@9.39.1 \
	prettier@3.6.2
NODE_BIN := build/web-check/node_modules/.bin
NODE_READY := build/web-check/modules
$(NODE_READY): tests/tools/node.mk
	$(say) NPM "$(NODE_MODULES)"
	@mkdir -p $(@D)
	$(Q)echo $(NODE_MODULES) | cmp -s - $@ || \
	  npm install --silent --no-audit --no-fund --prefix $(@D) $(NODE_MODULES)
	$(Q)echo $(NODE_MODULES) >$@
