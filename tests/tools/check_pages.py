#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what in a folder of pages leads nowhere or elsewhere: check_pages.py FOLDER."""
import html.parser
import os
import sys
import urllib.parse


class Links(html.parser.HTMLParser):
    """What a page refers to, and its language."""

    def __init__(self):
        super().__init__()
        self.links, self.languages = [], set()

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src", "srcset", "data", "action", "poster"):
                self.links.append(value)
            if name == "style" or (name == "content" and "url" in (value or "")):
                self.links += ["style:" + value] if "url(" in value else []
        if tag == "html":
            self.languages.add(dict(attrs).get("lang"))


def main(folder):
    wrong, pages, languages = [], 0, set()
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if name.endswith((".css", ".js")):
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                if "url(" in text or "@import" in text or "fetch(" in text:
                    wrong.append(f"{path}: fetches something")
            if not name.endswith(".html"):
                continue
            pages += 1
            page = Links()
            with open(path, encoding="utf-8") as file:
                page.feed(file.read())
            languages |= page.languages
            for link in page.links:
                parts = urllib.parse.urlsplit(link)
                there = os.path.normpath(os.path.join(at, urllib.parse.unquote(parts.path)))
                inside = os.path.commonpath([os.path.abspath(folder), os.path.abspath(there)])
                if parts.scheme or parts.netloc or inside != os.path.abspath(folder):
                    wrong.append(f"{path}: leads elsewhere: {link}")
                elif parts.path and not os.path.isfile(there):
                    wrong.append(f"{path}: leads nowhere: {link}")
    print("\n".join(wrong) or f"{pages} pages in {' '.join(sorted(languages))}")
    return 1 if wrong or not pages else 0


sys.exit(main(sys.argv[1]))
