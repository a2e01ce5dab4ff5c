"""Finds the comments that silence findings and remembers which of them did; decides nothing about rules."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Collection, Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from mslint.model import Span
from mslint.nearest import closest
from mslint.source.text import Source

# What may hold or end a comment; text in strings is no comment. `tokenize` would say the same, but takes twice as long
# as `ast` does to parse, refuses unfinished code, and its answer depends on the Python that runs it.
_TOKEN = re.compile(
    r"""
    (?P<comment> \#[^\r\n]* )
  | (?P<joined> \\(?:\r\n|\r|\n) )
  | (?P<end> \r\n|\r|\n )
  | (?: \"\"\"(?:[^"\\]+|\\(?:.|\Z)|"(?!""))*(?:\"\"\"|\Z)
      | '''(?:[^'\\]+|\\(?:.|\Z)|'(?!''))*(?:'''|\Z)
      | "(?:[^"\\\r\n]+|\\(?:\r\n|.))*"?
      | '(?:[^'\\\r\n]+|\\(?:\r\n|.))*'? )
    """,
    re.VERBOSE | re.DOTALL,
)
_LINE_END = re.compile(r"\r\n|\r|\n")

# flake8's grammar: words after "noqa:" that are no codes make it a bare noqa.
NOQA = re.compile(
    r"\#\s*(?P<file>flake8[:=]\s*)?noqa(?!\w)(?::\s?(?P<codes>[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?", re.IGNORECASE
)
MSLINT = re.compile(
    r"\#\s*mslint:\s*(?:ignore(?P<file>-file)?|(?P<switch>off|on))(?![\w-])\s*"
    r"(?P<list>\[(?P<codes>[^\]]*)(?P<closed>\])?)?"
)
# What was meant to be one of ours: any word behind our name, or one that we know behind something like it.
_MEANT = re.compile(r"\#\s*(?P<name>mslint\s*:)\s*(?P<word>[\w-]*)(?P<rest>\s*\[[^\]\r\n]*\]?)?", re.IGNORECASE)
_OURS = re.compile(r"noqa|mslint\s*:", re.IGNORECASE)
WORD = re.compile(r"[^\s,]+")

# Of one line. There are fewer rules, and each code costs what it is compared with: what follows is left out.
MAX_CODES = 200

_KEYWORDS = ("ignore", "ignore-file", "off", "on")
# What other tools call the same.
_ELSEWHERE = {
    "disable": "ignore",
    "disable-line": "ignore",
    "disable-next-line": "ignore",
    "noqa": "ignore",
    "nosec": "ignore",
    "silence": "ignore",
    "skip": "ignore",
    "suppress": "ignore",
    "disable-file": "ignore-file",
    "file-ignore": "ignore-file",
    "skip-file": "ignore-file",
    "enable": "on",
}


@dataclass(frozen=True)
class UnusedSuppression:
    """A code in a suppression comment that silenced nothing, or a whole comment without codes."""

    span: Span
    text: str
    unknown: bool = False  # there is no such rule
    bare: bool = False  # what names no codes is there for all rules, also for those that other runs ask


@dataclass(frozen=True)
class Slip:
    """A comment that is none of ours, but was meant to be; `nearest` is what it should have been, if that is known."""

    span: Span
    text: str
    nearest: str = ""
    unclosed: bool = False


@dataclass
class _Entry:
    """One code of one comment, or the comment as a whole where it names none; `used` is remembered for `unused`."""

    span: Span
    text: Optional[str]
    noqa: bool
    used: bool = False
    whole: str = ""  # the words of a comment without codes

    @property
    def said(self) -> str:
        return self.text or self.whole

    def matches(self, code: str, slug: str) -> bool:
        if self.text is None:
            return True
        return code.startswith(self.text.upper()) or slug == self.text


@dataclass
class _Switch:
    """One code of a comment that switches rules off from its line on, or on again."""

    line: int
    entry: _Entry
    off: bool

    @property
    def said(self) -> str:
        return self.entry.said


@dataclass
class Suppressions:
    """The suppression comments of one file."""

    whole_file: List[_Entry] = field(default_factory=list)
    by_line: Dict[int, List[_Entry]] = field(default_factory=dict)
    switches: List[_Switch] = field(default_factory=list)  # in the order of the file
    slips: List[Slip] = field(default_factory=list)
    _histories: Dict[str, Tuple[_History, _History]] = field(default_factory=dict)  # by rule, as far as somebody asked

    def covers(
        self,
        code: str,
        slug: str,
        first_line: int,
        last_line: int,
        noqa: bool = True,
        note: bool = True,
        beside: Optional[Span] = None,
    ) -> bool:
        """Whether a comment on the first or the last line, or one for more, silences this rule; notes its use.

        With `noqa` off (flake8 sees to its own comments) a noqa still counts as used, so that `unused` gives the same
        everywhere, but it silences nothing. A comment at the place `beside`, of which is spoken, does not count.
        """
        if not self.whole_file and not self.by_line and not self.switches:
            return False
        entries = [*self.by_line.get(first_line, ())]
        if last_line != first_line:
            entries += self.by_line.get(last_line, ())
        if self.whole_file or self.switches:
            whole, history = self._histories_of(code, slug)
            own = beside is not None
            entries += whole.off_in(first_line, note, own)
            entries += history.off_in(first_line, note, own) or history.off_in(last_line, note, own)
        covered = False
        for entry in entries:
            if entry.span != beside and entry.matches(code, slug):
                entry.used = entry.used or note
                covered = covered or noqa or not entry.noqa
        return covered

    def unused(
        self, ran: Collection[Tuple[str, str]], known: Collection[Tuple[str, str]] = ()
    ) -> List[UnusedSuppression]:
        """The codes that silenced nothing although a rule they stand for ran, or that stand for no `known` rule at all.

        A bare noqa and codes of other tools are never unused. Give `known` to hear of codes like MSL999.
        """
        found: Dict[Span, UnusedSuppression] = {}
        for switch in self._idle(ran, known):
            found[switch.entry.span] = UnusedSuppression(switch.entry.span, switch.said)
        for entry in self._entries():
            if _will_go(entry, ran, known):
                unknown = entry.text is not None and not any(entry.matches(*rule) for rule in (*known, *ran))
                found[entry.span] = UnusedSuppression(entry.span, entry.said, unknown, entry.text is None)
        if any(each.bare for each in found.values()):
            # What switches on again what stays, perhaps, has to stay with it.
            for span in {switch.entry.span for switch in self.switches if not switch.off} & found.keys():
                found[span] = replace(found[span], bare=True)
        return [found[span] for span in sorted(found)]

    def _entries(self) -> Iterator[_Entry]:
        yield from self.whole_file
        for entries in {id(entries): entries for entries in self.by_line.values()}.values():  # lines may share theirs
            yield from entries
        yield from (switch.entry for switch in self.switches if switch.off)

    def _histories_of(self, code: str, slug: str) -> Tuple[_History, _History]:
        """What is said of a rule for the whole file, ours last, as it decides where a noqa does not; and switches."""
        if code not in self._histories:
            whole = [_Switch(0, each, True) for each in self.whole_file if each.matches(code, slug)]
            whole.sort(key=lambda switch: not switch.entry.noqa)
            switches = [each for each in self.switches if each.entry.matches(code, slug)]
            self._histories[code] = _History(whole), _History(switches)
        return self._histories[code]

    def _idle(self, ran: Collection[Tuple[str, str]], known: Collection[Tuple[str, str]]) -> Iterator[_Switch]:
        """What switches on again what nothing has switched off, or only what silenced nothing and will go as well."""
        rules = known or ran
        meant: Dict[Optional[str], FrozenSet[str]] = {}  # by text, the codes of the rules that it stands for
        open_ones: Dict[Optional[str], bool] = {}  # the texts that are switched off: whether all of them will go
        for switch in self.switches:
            entry, text = switch.entry, switch.entry.text
            if text not in meant:
                meant[text] = frozenset(rule[0] for rule in rules if entry.matches(*rule))
            if switch.off:
                open_ones[text] = open_ones.get(text, True) and _will_go(entry, ran, known)
                continue
            mine = [each for each in open_ones if each == text or not meant[each].isdisjoint(meant[text])]
            if all(open_ones[each] for each in mine):
                yield switch
            for each in mine:
                if meant[each] <= meant[text]:  # nothing of it is left
                    del open_ones[each]


class _History:
    """The switches of one rule: which of them have switched it off in a line and were not taken back before."""

    def __init__(self, switches: Sequence[_Switch]) -> None:
        self._lines: List[int] = []
        self._ranges: List[Tuple[int, int]] = []  # from each line on, those of `_off` that count
        self._off: List[_Entry] = []
        self._noted: Dict[int, int] = {}  # by where a range begins, up to where it has been given already
        start = 0
        for switch in switches:
            if switch.off:
                self._off.append(switch.entry)
            else:
                start = len(self._off)
            self._lines.append(switch.line)
            self._ranges.append((start, len(self._off)))

    def off_in(self, line: int, note: bool, own: bool) -> List[_Entry]:
        """Those for a line; those that were given before, to be noted, only as far as they decide: one or two."""
        index = bisect_right(self._lines, line) - 1
        start, end = self._ranges[index] if index >= 0 else (0, 0)
        if own or not note:
            return self._off[max(start, end - 2) : end]
        known = self._noted.get(start, start)
        self._noted[start] = max(known, end)
        return self._off[max(start, min(known, end - 1)) : end]


def _will_go(entry: _Entry, ran: Collection[Tuple[str, str]], known: Collection[Tuple[str, str]]) -> bool:
    """Whether a code has silenced nothing although it could have, or could not have whatever there is."""
    if entry.text is None:
        return not entry.noqa and not entry.used and bool(ran)
    if entry.used:
        return False
    # A code that fits no rule may be another tool's, or a name that only another mslint knows.
    unknown = entry.text.upper().startswith("MSL") and not any(entry.matches(*rule) for rule in known)
    return bool(known and unknown) or any(entry.matches(*rule) for rule in ran)


def read_suppressions(source: Source) -> Suppressions:
    """All suppression comments of the source."""
    result = Suppressions()
    text = source.text
    # Most files have none, and must not pay.
    if "mslint:" not in text and "noqa" not in text and _OURS.search(text) is None:
        return result
    for row in rows(source):
        if row.comment is None:
            continue
        start = row.comment - 1
        line = source.lines[row.last - 1]
        result.slips += _slips(line[start:], row.last, row.comment)
        here: List[_Entry] = []
        entries = _read_comment(line[start:], row.last, row.comment, not line[:start].strip())
        for reach, entry in islice(entries, MAX_CODES):
            if reach == "file":
                result.whole_file.append(entry)
            elif reach in ("off", "on"):
                result.switches.append(_Switch(row.first, entry, reach == "off"))
            else:
                here.append(entry)
        if here:
            result.by_line.update(dict.fromkeys(range(row.first, row.last + 1), here))
    return result


class Row(NamedTuple):
    """Lines that strings or backslashes make one: a comment at the end of the last of them speaks of all."""

    first: int
    last: int
    comment: Optional[int]  # the column where the last line has one


def rows(source: Source) -> Iterator[Row]:
    """The lines of a source, as far as comments are concerned."""
    text = source.text
    line = first = 1  # `first`: where the physical line that flake8 would look at begins
    line_start = 0
    comment: Optional[int] = None
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "end":
            yield Row(first, line, comment)
            line += 1
            first, line_start, comment = line, token.end(), None
        elif kind == "comment":
            comment = token.start() - line_start + 1
        elif kind == "joined":
            line += 1
            line_start = token.end()
        else:
            for end in _LINE_END.finditer(text, token.start(), token.end()):
                line += 1
                line_start = end.end()
    yield Row(first, line, comment)


def _read_comment(comment: str, line: int, column: int, alone: bool) -> Iterator[Tuple[str, _Entry]]:
    """The entries of one comment, each with what it is for: a line, the file, or a switch."""
    for match in NOQA.finditer(comment):
        # flake8 heeds its "flake8: noqa" only at the beginning of a line.
        if match.group("file") is None or (alone and match.start() == 0):
            yield from _entries_of(match, match.group("codes"), line, column, True)
    for match in MSLINT.finditer(comment):
        # A list without its end is a slip of the pen: it must not silence everything.
        if match.group("list") is None or match.group("closed"):
            yield from _entries_of(match, match.group("codes"), line, column, False)


def _slips(comment: str, line: int, column: int) -> Iterator[Slip]:
    """What was meant to be a comment of ours and is none."""
    for match in _MEANT.finditer(comment):
        word, rest = match.group("word"), match.group("rest") or ""
        right = MSLINT.match(comment, match.start())
        if right is not None and (right.group("list") is None or right.group("closed")):
            continue
        nearest = _nearest_keyword(word.lower())
        if not (word or rest) or (match.group("name") != "mslint:" and nearest != word.lower()):
            continue  # prose
        text, closed = match.group().rstrip(), rest == "" or rest.endswith("]")
        if not closed:  # without its end, nobody knows how much of what follows is the reason
            text = comment[match.start() : match.start("rest")] + rest.split()[0]
        span = Span(line, column + match.start(), line, column + match.start() + len(text))
        meant = f"# mslint: {nearest}{rest if closed else ''}" if nearest else ""
        yield Slip(span, text, meant, not closed and nearest == word)


def _nearest_keyword(word: str) -> str:
    return _ELSEWHERE.get(word) or closest(word, _KEYWORDS) or ("" if word else _KEYWORDS[0])


def _entries_of(
    match: re.Match[str], codes: Optional[str], line: int, column: int, noqa: bool
) -> Iterator[Tuple[str, _Entry]]:
    reach = "file" if match.group("file") else (match.groupdict().get("switch") or "line")
    if codes is None:
        start, end = column + match.start(), column + match.end()
        yield reach, _Entry(Span(line, start, line, end), None, noqa, whole=match.group().strip("# \t"))
        return
    first: Dict[str, int] = {}  # where each code stands: what is said twice counts once
    for word in islice(WORD.finditer(codes), MAX_CODES):
        first.setdefault(word.group(), column + match.start("codes") + word.start())
    for text, start in first.items():
        yield reach, _Entry(Span(line, start, line, start + len(text)), text, noqa)
