"""What can be said on the command line, in two languages; parses words and runs nothing."""

from __future__ import annotations

import argparse
import os
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from mslint.errors import UserError
from mslint.nearest import closest
from mslint.words import LANGUAGES, say

COMMANDS = (
    "check",
    "confirm",
    "smoke",
    "checklist",
    "rules",
    "rule",
    "explain",
    "api",
    "new-rule",
    "test-rules",
    "server",
    "completion",
    "cache",
)
SHELLS = ("bash", "zsh", "fish", "powershell")
DEVICES = ("CPU", "GPU", "Ascend")
FORMATS = ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab")
LEVELS = ("error", "warning", "info")
COLORS = ("auto", "always", "never")

_ARGUMENTS = {
    "check": "[PATH ...]",
    "confirm": "[PATH ...]",
    "rules": "",
    "rule": "RULE",
    "explain": "RULE|FILE:LINE",
    "api": "NAME",
    "new-rule": "SLUG",
    "test-rules": "",
    "server": "",
    "completion": "SHELL",
    "smoke": "MODULE:NAME",
    "checklist": "[PATH ...]",
    "cache": "info|clean",
}
CHECKING = ("check", "confirm")
PATHS = (*CHECKING, "checklist")  # commands that take any number of paths
REPORTS = ("text", "json", "markdown", "html")
PURPOSES = ("train", "eval")


class Options(argparse.Namespace):
    """What was asked for; the names are those of the options."""

    speaks: str  # the language of what is said, from the settings once they are known
    command: str
    words: List[str]
    help: Optional[str]
    wants_help: bool
    version: bool
    show_settings: bool
    lang: Optional[str]
    target_version: Optional[str]
    config: Optional[str]
    isolated: bool
    allow_rule_paths: bool
    exclude: Optional[List[str]]
    # check
    output_format: str
    level: Optional[str]
    select: Optional[List[str]]
    extend_select: Optional[List[str]]
    ignore: Optional[List[str]]
    stdin_filename: Optional[str]
    statistics: bool
    exit_zero: bool
    no_cache: bool
    cache_dir: Optional[str]
    jobs: Optional[int]
    quiet: bool
    no_progress: bool
    force_exclude: bool
    color: str
    fix: bool
    unsafe_fixes: bool
    diff: bool
    baseline: Optional[str]
    write_baseline: Optional[str]
    since: Optional[str]
    add_noqa: bool
    # confirm
    device: str
    only_confirmed: bool
    # smoke
    input: Optional[List[str]]
    reference: Optional[str]
    allow_import: bool
    # checklist
    output: Optional[str]
    data: Optional[str]
    arg: Optional[List[str]]
    label: Optional[str]
    data_for: Optional[str]
    samples: Optional[int]
    data_seconds: Optional[int]
    shards: Optional[int]
    files_against: Optional[str]
    write_files: Optional[str]
    confirm: bool
    evidence: Optional[List[str]]
    bundle: Optional[str]
    # rule
    no_pager: bool
    # new-rule
    code: Optional[str]
    path: Optional[str]
    libcst: bool
    convert: Optional[str]


def spoken_language(words: Sequence[str]) -> str:
    """The language of `--lang`, looked for before anything is parsed, so that even a refusal speaks it."""
    lang = LANGUAGES[0]
    for word, following in zip(words, [*words[1:], ""]):
        if word == "--":
            break
        value = following if word == "--lang" else word[len("--lang=") :] if word.startswith("--lang=") else ""
        lang = value if value in LANGUAGES else lang
    return lang


def parse(words: Sequence[str], options: Options) -> None:
    """Fill in the options; raise UserError for anything that is not understood."""
    lang = options.speaks
    command, words = _split_command(words, lang)
    parser = _parser(command, lang)
    options.command, options.help = command, None
    rest = words.index("--") if "--" in words else len(words)
    try:
        _, others = parser.parse_known_args(words[:rest], options)
    except argparse.ArgumentError as error:
        # Values are checked by functions of our own; what is left is an option without its value or with one too many.
        flag = error.argument_name or ""
        action = parser._option_string_actions.get(flag.split("/")[-1])
        key = "option-takes-no-value" if action is not None and action.nargs == 0 else "option-needs-value"
        raise UserError(key, option=flag) from None
    for word in others:
        if word.startswith("-") and word != "-":
            raise _unknown_option(word.split("=")[0], parser)
    options.words = others + list(words[rest + 1 :])
    if getattr(options, "force_exclude", False) and rest == len(words):
        _refuse_files(words)
    if options.wants_help:
        options.help = _help(parser, command, lang)
    elif not (options.version or options.show_settings):
        _check_words(options)


def _refuse_files(words: Sequence[str]) -> None:
    """A hook hands over the names of files, and anybody can call a file as an option is called."""
    for word in words:
        if word.startswith("-") and os.path.lexists(word):
            raise UserError("option-is-file", option=word)


def _split_command(words: Sequence[str], lang: str) -> Tuple[str, List[str]]:
    """The command, which is the first word if it is one, and the words without it."""
    words = list(words)
    index = 0
    if words and words[0].startswith("-"):
        with_value = {
            name for action in _parser("check", lang)._actions if action.nargs != 0 for name in action.option_strings
        }
        while index < len(words) and words[index].startswith("-") and words[index] not in ("-", "--"):
            index += 2 if words[index] in with_value else 1
    if index < len(words) and words[index] in COMMANDS:
        return words[index], words[:index] + words[index + 1 :]
    return "check", words


def _check_words(options: Options) -> None:
    """Each command takes so many words and no more."""
    if options.command in PATHS or (options.command == "completion" and options.words[:1] == ["words"]):
        return
    wanted = _ARGUMENTS[options.command] if getattr(options, "convert", None) is None else ""
    if wanted and not options.words:
        raise UserError("missing-word", word=wanted, command=options.command)
    if len(options.words) > bool(wanted):
        raise UserError("unexpected-word", word=options.words[bool(wanted)])


def _unknown_option(option: str, parser: argparse.ArgumentParser) -> UserError:
    near = closest(option, list(parser._option_string_actions))
    if near:
        return UserError("unknown-option-nearest", option=option, nearest=near)
    return UserError("unknown-option", option=option)


def _parser(command: str, lang: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mslint", add_help=False, allow_abbrev=False, exit_on_error=False, argument_default=None
    )

    def option(group: Any, *names: str, help: str, choices: Sequence[str] = (), **how: Any) -> None:
        if choices:
            how["type"] = _one_of(names[-1], choices)
        action = group.add_argument(*names, help=say(lang, help, choices=tuple(choices)), **how)
        action.completions = tuple(choices)  # argparse's own choices would refuse in words of its own

    own = parser.add_argument_group("own")
    if command == "smoke":
        option(own, "--input", help="help-input", action="append", metavar="SHAPE[:TYPE]")
        option(own, "--reference", help="help-reference", metavar="MODULE:NAME")
        option(own, "--allow-import", help="help-allow-import", action="store_true")
    if command == "checklist":
        option(own, "-o", "--output", help="help-output", metavar="FILE")
        option(own, "--output-format", help="help-checklist-format", choices=REPORTS, metavar="FORMAT")
        option(own, "--data", help="help-data", metavar="MODULE:NAME")
        option(own, "--arg", help="help-arg", action="append", metavar="NAME=VALUE")
        option(own, "--label", help="help-label", metavar="COLUMN")
        option(own, "--data-for", help="help-data-for", choices=PURPOSES, metavar="PURPOSE")
        for name in ("samples", "data-seconds", "shards"):
            option(own, f"--{name}", help=f"help-{name}", type=_positive(f"--{name}"), metavar="N")
        option(own, "--files-against", help="help-files-against", metavar="FILE")
        option(own, "--write-files", help="help-write-files", metavar="FILE")
        option(own, "--confirm", help="help-confirm-too", action="store_true")
        option(own, "--evidence", help="help-evidence", action="append", metavar="FILE")
        option(own, "--bundle", help="help-bundle", metavar="FILE.zip")
    if command in ("confirm", "smoke", "checklist"):
        option(own, "--device", help="help-device", choices=DEVICES, default="CPU", metavar="DEVICE")
    if command == "confirm":
        option(own, "--only-confirmed", help="help-only-confirmed", action="store_true")
    if command == "checklist":
        option(own, "-q", "--quiet", help="help-quiet", action="store_true")
        option(own, "--no-progress", help="help-no-progress", action="store_true")
        option(own, "--color", help="help-color", choices=COLORS, default="auto", metavar="WHEN")
    if command in CHECKING:
        option(own, "--output-format", help="help-output-format", choices=FORMATS, default="full", metavar="FORMAT")
        option(own, "--level", help="help-level", choices=LEVELS, metavar="LEVEL")
        for name in ("select", "extend-select", "ignore"):
            option(own, f"--{name}", help=f"help-{name}", type=_codes(name), action="extend", metavar="CODES")
        option(own, "--baseline", help="help-baseline", metavar="FILE")
        option(own, "--since", help="help-since", metavar="REV")
        if command == "check":
            option(own, "--write-baseline", help="help-write-baseline", metavar="FILE")
        for name in ("fix", "unsafe-fixes", "diff", "add-noqa") if command == "check" else ():
            option(own, f"--{name}", help=f"help-{name}", action="store_true")
        option(own, "--stdin-filename", help="help-stdin-filename", metavar="NAME")
        option(own, "-q", "--quiet", help="help-quiet", action="store_true")
        for name in ("statistics", "exit-zero", "no-progress", "force-exclude"):
            option(own, f"--{name}", help=f"help-{name}", action="store_true")
        option(own, "--color", help="help-color", choices=COLORS, default="auto", metavar="WHEN")
        option(own, "--no-cache", help="help-no-cache", action="store_true")
        option(own, "--cache-dir", help="help-cache-dir", metavar="DIR")
        option(own, "-j", "--jobs", help="help-jobs", type=_positive("--jobs"), metavar="N")
    elif command == "rules":
        option(
            own,
            "--output-format",
            help="help-rules-format",
            choices=("table", "json"),
            default="table",
            metavar="FORMAT",
        )
    elif command in ("rule", "explain", "api", "smoke"):
        option(
            own, "--output-format", help="help-rule-format", choices=("text", "json"), default="text", metavar="FORMAT"
        )
    elif command == "cache":
        option(own, "--cache-dir", help="help-cache-dir", metavar="DIR")
        option(
            own, "--output-format", help="help-rule-format", choices=("text", "json"), default="text", metavar="FORMAT"
        )
    elif command == "server":
        option(own, "--stdio", help="help-stdio", action="store_true")
    elif command == "new-rule":
        option(own, "--code", help="help-code", metavar="CODE")
        option(own, "--path", help="help-path", metavar="DIR")
        option(own, "--convert", help="help-convert", metavar="PATH")
        option(own, "--libcst", help="help-libcst", action="store_true")
    if command in ("rule", "explain"):
        option(own, "--no-pager", help="help-no-pager", action="store_true")
    common = parser.add_argument_group("common")
    option(common, "--target-version", help="help-target-version", metavar="VERSION")
    option(common, "--lang", help="help-lang", choices=LANGUAGES, metavar="LANG")
    option(common, "--config", help="help-config", metavar="FILE")
    option(common, "--isolated", help="help-isolated", action="store_true")
    option(common, "--allow-rule-paths", help="help-allow-rule-paths", action="store_true")
    option(common, "--exclude", help="help-exclude", action="append", metavar="GLOB")
    option(common, "--show-settings", help="help-show-settings", action="store_true")
    option(common, "--version", help="help-version", action="store_true")
    option(common, "-h", "--help", help="help-help", action="store_true", dest="wants_help")
    return parser


def _one_of(option: str, choices: Sequence[str]) -> Callable[[str], str]:
    def check(value: str) -> str:
        if value not in choices:
            raise UserError("option-not-one-of", option=option, value=value, choices=tuple(choices))
        return value

    return check


def _codes(name: str) -> Callable[[str], List[str]]:
    def split(value: str) -> List[str]:
        codes = [code.strip() for code in value.split(",") if code.strip()]
        if not codes:
            raise UserError("option-without-code", option=f"--{name}")
        return codes

    return split


def _positive(option: str) -> Callable[[str], int]:
    def check(value: str) -> int:
        # isascii: int() also reads the digits of other scripts.
        if not (value.isascii() and value.isdigit() and int(value)):
            raise UserError("option-not-a-number", option=option, value=value)
        return int(value)

    return check


def expected(words: Sequence[str], lang: str) -> Tuple[str, str, List[Tuple[str, str]]]:
    """What may stand at the end of these words, the last of which is unfinished.

    The command, what kind of word it is (a metavar, "option", "word", "first"), and those that are known, with help."""
    command, others = _split_command(words[:-1], lang)
    parser = _parser(command, lang)
    option = words[-1].split("=")[0] if "=" in words[-1] else words[-2] if len(words) > 1 else ""
    action = parser._option_string_actions.get(option)
    if action is not None and action.nargs != 0:
        known: Sequence[str] = getattr(action, "completions", ())
        return command, str(action.metavar), [(each, "") for each in known]
    if words[-1].startswith("-"):
        rows = parser._option_string_actions.items()
        return command, "option", [(name, action.help or "") for name, action in rows if name.startswith("--")]
    first = command == "check" and not any(word == "check" or not word.startswith("-") for word in words[:-1])
    return command, "first" if first else "word", [(name, say(lang, f"help-{name}")) for name in COMMANDS if first]


def _help(parser: argparse.ArgumentParser, command: str, lang: str) -> str:
    """The help text; argparse's own would break lines by characters and speak its own language."""
    name = "[check]" if command == "check" else command
    usage = " ".join(part for part in ("mslint", name, _ARGUMENTS[command], "[OPTION ...]") if part)
    lines = [say(lang, "labelled", label=say(lang, "usage"), text=usage), "", say(lang, f"help-{command}"), ""]
    if command == "check":
        lines += [
            *say(lang, "help-check-epilog").split("\n"),
            "",
            say(lang, "heading", label=say(lang, "help-commands")),
        ]
        lines += _columns({f"{other} {_ARGUMENTS[other]}".rstrip(): say(lang, f"help-{other}") for other in COMMANDS})
        lines.append("")
    titles = {
        "own": "help-check-options" if command == "check" else "help-own-options",
        "common": "help-common-options",
    }
    for group in parser._action_groups:
        if group.title in titles and group._group_actions:
            lines.append(say(lang, "heading", label=say(lang, titles[group.title])))
            lines += _columns({_spelling(action): action.help or "" for action in group._group_actions})
            lines.append("")
    return "\n".join(lines[:-1])


def _spelling(action: argparse.Action) -> str:
    return ", ".join(action.option_strings) + (f" {action.metavar}" if action.metavar else "")


def _columns(rows: Dict[str, str]) -> List[str]:
    wide = max(map(len, rows)) + 2
    return [f"  {left:{wide}}{right}" for left, right in rows.items()]
