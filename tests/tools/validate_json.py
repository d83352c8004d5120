#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Validates lines of JSON by the schemas of docs/schema.

validate_json.py [FILE...]   lines of files or of standard input
validate_json.py --described schemas and docs/output-schema.md name the same forms and fields

A schema allows fields that it does not know, as readers should. Here none is allowed, so that a
field that is new, or written wrongly, is noticed.
"""

import fileinput
import json
import pathlib
import re
import sys

import jsonschema

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


def strict(node):
    """The node without fields that are not named, its references pointing into one document."""
    if isinstance(node, list):
        return [strict(part) for part in node]
    if not isinstance(node, dict):
        return node
    node = {key: strict(part) for key, part in node.items()}
    if isinstance(node.get("properties"), dict):
        node.setdefault("additionalProperties", False)
    return node


def local(node, own):
    """The node with references as they are in the bundle; `own` is the name of its file."""
    if isinstance(node, list):
        return [local(part, own) for part in node]
    if not isinstance(node, dict):
        return node
    node = {key: local(part, own) for key, part in node.items()}
    if isinstance(node.get("$ref"), str):
        file, _, place = node["$ref"].partition("#")
        node["$ref"] = f"#/$defs/{file or own}{place}"
    return node


def bundle():
    """All schemas in one document, by file, and the files by the forms they are for."""
    files, forms = {}, {}
    for path in sorted((DOCS / "schema").glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        files[path.name] = strict(local(schema, path.name))
        name = schema.get("else", schema).get("properties", {}).get("schema", {})
        for form in name.get("enum", [name.get("const")]):
            forms[form] = path.name
    forms.pop(None)
    return files, forms


def validate():
    """Prints what is wrong with each line; how many lines had something wrong."""
    files, forms = bundle()
    validators, wrong = {}, 0
    for line in fileinput.input(encoding="utf-8"):
        value = json.loads(line)
        form = value.get("schema")
        if form not in validators:
            # a form without a schema is valid by nothing
            schema = {"$ref": f"#/$defs/{forms[form]}"} if form in forms else False
            root = {"$defs": files, "allOf": [schema]}
            validators[form] = jsonschema.Draft202012Validator(root)
        errors = sorted(validators[form].iter_errors(value), key=lambda e: list(map(str, e.path)))
        wrong += bool(errors)
        for error in errors[:3]:
            place = "/".join(str(part) for part in error.absolute_path)
            print(f"{form} {place}: {error.message[:200]}")
    return wrong


def names(node):
    """The names of all fields in a schema."""
    if isinstance(node, list):
        return set().union(*map(names, node)) if node else set()
    if not isinstance(node, dict):
        return set()
    own = set(node.get("properties", {})) if isinstance(node.get("properties"), dict) else set()
    return own.union(*map(names, node.values())) if node else own


def sections():
    """The form and the text of each section of the page."""
    text = (DOCS / "output-schema.md").read_text(encoding="utf-8")
    first, *parts = re.split(r"^## (?=kanju\.|Input)", text, flags=re.MULTILINE)
    for part in parts:
        yield part.split()[0], part
    yield "", first


def described():
    """Prints what only the page or only the schemas have; how many differences there are."""
    files, forms = bundle()
    texts = dict(sections())
    faults = [f"{form}: no section" for form in forms if form not in texts]
    faults += [f"{form}: no schema" for form in texts if form.startswith("kanju.") and form not in forms]
    everything = " ".join(texts.values())
    parts = names(files["common.json"])
    faults += [f"parts: {name} is not described" for name in parts if f"`{name}`" not in everything]
    for form, file in forms.items():
        fields = names(files[file])
        faults += [f"{form}: {name} is not described" for name in fields if f"`{name}`" not in everything]
        entries = re.findall(r"^- ((?:`\w+`(?:, )?)+)", texts.get(form, ""), flags=re.MULTILINE)
        listed = set(re.findall(r"`(\w+)`", " ".join(entries)))
        known = fields | parts
        faults += [f"{form}: {name} is not in {file}" for name in sorted(listed - known)]
    print("\n".join(faults), end="\n" if faults else "")
    return len(faults)


if __name__ == "__main__":
    if sys.argv[1:] == ["--described"]:
        sys.exit(described() > 0)
    sys.exit(validate() > 0)
