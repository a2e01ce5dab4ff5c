"""Write docs/en, docs/zh and the README's tables of rules from the rule units; `--check` only says what is stale."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Dict

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mslint.report import rulepage  # noqa: E402
from mslint.rulekit.catalog import load_catalog  # noqa: E402
from mslint.selftest import in_language, severities, shown  # noqa: E402
from mslint.words import LANGUAGES, say  # noqa: E402

READMES = {"en": "README.md", "zh": "README.zh.md"}
START, END = "<!-- rules:start -->", "<!-- rules:end -->"


def wanted() -> Dict[Path, str]:
    """The text of every generated file."""
    catalog = load_catalog(whole=True)
    rules = list(catalog.rules.values())
    seen = {rule.code: severities(rule, catalog) for rule in rules}
    first, *others = LANGUAGES
    pages = {(rule.code, first): shown(rule, catalog, first) for rule in rules}
    for lang in others:
        pages.update({(rule.code, lang): in_language(pages[rule.code, first], rule, catalog, lang) for rule in rules})
    texts: Dict[Path, str] = {}
    for lang in LANGUAGES:
        folder = ROOT / "docs" / lang
        for rule in rules:
            name = f"{rule.code}.md"
            head, *rest = rulepage.page(rule, lang, pages[rule.code, lang])
            lines = [head, "", say(lang, "docs-other-language", name=name), *rest]
            texts[folder / name] = "\n".join(lines) + "\n"
        lines = [f"# {say(lang, 'docs-index-title')}", "", say(lang, "docs-other-language", name="index.md"), ""]
        lines += [say(lang, "docs-index-intro"), "", *rulepage.index(rules, lang, seen)]
        texts[folder / "index.md"] = "\n".join(lines) + "\n"
        readme = ROOT / READMES[lang]
        before, _, after = readme.read_text(encoding="utf-8").partition(START)
        after = after.partition(END)[2]
        table = "\n".join(rulepage.index(rules, lang, seen, f"docs/{lang}/"))
        texts[readme] = f"{before}{START}\n{table}\n{END}{after}"
    return texts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is stale")
    only_check = parser.parse_args().check
    texts = wanted()
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    orphans = [path for lang in LANGUAGES for path in (ROOT / "docs" / lang).glob("*.md") if path not in texts]
    if only_check:
        for path in stale + orphans:
            print(f"{path.relative_to(ROOT).as_posix()} is stale: run python scripts/docs.py", file=sys.stderr)
        return 1 if stale or orphans else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(texts[path].encode("utf-8"))  # not write_text: line ends must be the same everywhere
    for path in orphans:
        path.unlink()
    print(f"{len(texts)} files, {len(stale)} written, {len(orphans)} removed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
