"""Asks the runner about open documents, with the editor's texts in the place of files; must not speak the protocol."""

from __future__ import annotations

import io
import os
import time
import tokenize
from dataclasses import replace
from typing import Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from mslint.around import Around
from mslint.baseline import configured, unknown
from mslint.cache import Transient
from mslint.config import DEFAULT, Overrides, Settings, without_rule_paths
from mslint.fixing.rounds import settle
from mslint.inputs import MARK, Input, place_of
from mslint.looking import check_in
from mslint.lsp.documents import Snapshot
from mslint.model import SAFE, Finding
from mslint.program.nodes import ModuleSummary
from mslint.project import ALLOW, Project
from mslint.recall import Run
from mslint.rulebook import catalog_of
from mslint.rulekit.catalog import Catalog, load_catalog
from mslint.runner import run
from mslint.select import visible
from mslint.source.cells import module_of
from mslint.source.disk import take_as_named
from mslint.source.files import display_path, to_posix
from mslint.source.text import MAX_BYTES, Source
from mslint.syntax.parse import refusal
from mslint.words import LANGUAGES
from mslint.workspace import Read, Workspace, summary_of

AGAIN = 10.0  # seconds for which it is taken as known who imports what
OFTEN = 100  # checks of whole projects
MAX_AROUND = 60  # files that are looked at for the sake of one that is open

# Is told the folders with rules of the repository, which nobody has allowed to run, and the language to ask in.
Ask = Callable[[Tuple[str, ...], str], None]


class Answer(NamedTuple):
    """What was found, and the language that the file is spoken of in."""

    findings: Tuple[Finding, ...]
    lang: str


class _Open(NamedTuple):
    """An open file, with what it held when it last parsed."""

    uri: str
    stamp: int
    summary: Optional[ModuleSummary]
    text: str


class _Seen(NamedTuple):
    """What was found before a baseline hides anything, each finding told of the text that it stands in."""

    findings: Tuple[Finding, ...]


class _Allowed(Project):
    """The project with such settings as may be followed, whoever asks for them."""

    def __init__(self, overrides: Overrides, followed: Callable[[Settings], Settings]) -> None:
        super().__init__(overrides)
        self._followed = followed

    def settings_for(self, path: str) -> Settings:
        return self._followed(super().settings_for(path))


class Checker:
    """Checks one document at a time, on a thread of its own; from others it may be told to `allow` and `reload`."""

    def __init__(self, overrides: Overrides, ask: Ask, lang: Optional[str] = None, locale: str = "") -> None:
        # Here it is asked whether rules of a project may run, unless that was said at the start.
        self._leave = overrides.allow_rule_paths or os.environ.get(ALLOW) == "1"
        overrides = replace(overrides, allow_rule_paths=True, asks=not self._leave)
        self._overrides = overrides if lang not in LANGUAGES else replace(overrides, lang=lang)
        self._locale = "zh" if locale.lower().replace("_", "-").split("-")[0] == "zh" else LANGUAGES[0]
        self._ask = ask
        self._allowed: Set[Tuple[str, ...]] = set()
        self._project: Project = _Allowed(self._overrides, self._followed)
        self._around, self._looked = Around(self._project), time.monotonic()
        self._around_it = False  # other files than open ones are looked at, for whose rules nobody is asked
        self._store = Transient()
        self._wholes = 0
        self._read: Dict[str, Read] = {}  # of files on disk
        self._open: Dict[str, _Open] = {}  # what open ones held when they last parsed, by their paths
        self._pages: Dict[Tuple[str, ...], Catalog] = {}

    def allow(self, rule_paths: Tuple[str, ...]) -> None:
        """From now on the rules of these folders count."""
        self._allowed.add(rule_paths)

    def reload(self) -> None:
        """What the configuration says is read anew."""
        self._project = _Allowed(self._overrides, self._followed)
        if time.monotonic() > self._looked + AGAIN:  # of a large project this takes a second
            self._around, self._looked = Around(self._project), time.monotonic()

    def settings(self, path: str) -> Settings:
        """The settings of a file, without rules that nobody has allowed."""
        return self._project.settings_for(path)

    def _followed(self, settings: Settings) -> Settings:
        if dict(settings.origins).get("lang") == DEFAULT:
            settings = replace(settings, lang=self._locale)
        if settings.rule_paths and not self._leave and settings.rule_paths not in self._allowed:
            if not self._around_it:
                self._ask(settings.rule_paths, settings.lang)
            settings = without_rule_paths(settings, "rule-paths-not-allowed")
        return settings

    @property
    def lang(self) -> str:
        """The language where no configuration can be read."""
        return self._overrides.lang or self._locale

    def check(self, target: Snapshot, beside: Iterable[Snapshot]) -> Answer:
        """What is to be shown of a document, the other open ones being as they are in the editor."""
        take_as_named([os.path.dirname(target.path) or os.curdir])
        settings = self.settings(target.path)
        source = self._source(target)
        shown = self._found(target, source, beside, settings)
        return Answer(self._narrowed(shown, source, settings), settings.lang)

    def whole(self, target: Snapshot, beside: Iterable[Snapshot]) -> Optional[Tuple[Finding, ...]]:
        """The same with the files of the project that lead to the document; None where there are too many.

        This is what the command line says of the file, and takes far longer."""
        place = to_posix(os.path.abspath(target.path))
        excluded = self._project.excludes(place, False)
        if target.cells is not None or excluded or MARK.decode() not in target.text or not _parses(target):
            return None
        take_as_named([os.path.dirname(target.path) or os.curdir])
        self._around_it = True
        try:
            return self._whole(target, place, beside)
        finally:
            self._around_it = False

    def _whole(self, target: Snapshot, place: str, beside: Iterable[Snapshot]) -> Optional[Tuple[Finding, ...]]:
        file = Input(target.path, named=True, data=_bytes(target.text))
        every = self._around.added([file], ())
        if len(every) > MAX_AROUND:
            return None
        self._note(target, beside)
        texts = {path: known.text for path, known in self._open.items() if path != place}
        every = [
            replace(each, data=_bytes(texts[there])) if (there := place_of(each.path)) in texts else each
            for each in every
        ]
        settings = self.settings(target.path)
        self._wholes += 1
        if self._wholes % OFTEN == 0:  # what is known of texts that nobody has any more
            self._store = Transient()
        memory = Run(every, self._project, self._store, True)
        result = run(every, self._project, settings, memory=memory, last=False)
        shown = tuple(each for each in result.findings if not each.remark)
        return self._narrowed(shown, self._source(target), settings)

    def mended(self, target: Snapshot, beside: Sequence[Snapshot], cell: Optional[int]) -> Optional[str]:
        """The text of a file, or of a notebook's cell, with all safe fixes that do no harm; None without any."""
        settings = self.settings(target.path)
        page = _name_of(target, cell)
        text = target.text if cell is None else dict(target.cells or ()).get(cell)
        if text is None:
            return None
        before = Source(page, text, _encoding_of(text) if cell is None else "utf-8")
        wanted: Set[int] = set()  # of these findings, and not of their like
        kept = []

        def check(changed: Mapping[str, Source]) -> _Seen:
            there = _with(target, cell, changed[page].text) if page in changed else target
            source = self._source(there)
            shown = self._found(there, source, beside, settings)
            mine = set(map(id, self._narrowed(shown, source, settings)))
            told = tuple(replace(each, path=_name_of(there, each.cell), cell=None) for each in shown)
            kept.append(told)  # an id is one's own only as long as one is there
            wanted.update(id(other) for each, other in zip(shown, told) if id(each) in mine and other.path == page)
            return _Seen(told)

        outcome = settle(
            lambda path: before if path == page else None,
            check,
            check({}),
            (SAFE,),
            concerns=lambda finding: id(finding) in wanted,
            python=lambda path: cell is None,
        )
        return outcome.changed[page].text if page in outcome.changed else None

    def _found(
        self, target: Snapshot, source: Source, beside: Iterable[Snapshot], settings: Settings
    ) -> Tuple[Finding, ...]:
        """All findings of a level that is shown."""
        if self._project.excludes(to_posix(os.path.abspath(target.path)), False) or MARK.decode() not in source.text:
            return ()
        workspace = Workspace(read=self._read)
        for place in self._note(target, beside):
            workspace.put(place, self._open[place].summary)
        root = self._project.root_of(target.path)
        result = check_in(target.path, source, settings, catalog_of(settings), workspace, root)
        return visible((each for each in result.findings if not each.remark), settings.level)[0]

    def _narrowed(self, shown: Tuple[Finding, ...], source: Source, settings: Settings) -> Tuple[Finding, ...]:
        """Those that a baseline does not know."""
        known = configured(settings) if shown else None
        return shown if known is None else unknown(shown, settings.level, source, known)

    def rules(self, path: str) -> Catalog:
        """All that is known of the rules, to show their pages."""
        settings = self.settings(path)
        if settings.rule_paths not in self._pages:
            self._pages[settings.rule_paths] = load_catalog(
                settings.rule_paths, whole=True, places=settings.rule_path_places
            )
        return self._pages[settings.rule_paths]

    def _source(self, target: Snapshot) -> Source:
        shown = display_path(target.path)
        if target.cells is None:
            return Source(shown, target.text)
        return module_of(shown, target.cells, refusal)

    def _note(self, target: Snapshot, beside: Iterable[Snapshot]) -> List[str]:
        """Take up what the other open files hold; while one does not parse, it is as it was when it last did."""
        others = [other for other in beside if other.cells is None and other.uri != target.uri]
        places: List[str] = []
        for other in others:
            place = to_posix(os.path.abspath(other.path))
            known = self._open.get(place, _Open("", -1, None, ""))
            if (known.uri, known.stamp) != (other.uri, other.stamp):
                known = known._replace(uri=other.uri, stamp=other.stamp)
                small = len(other.text) <= MAX_BYTES
                summary = summary_of(Source(display_path(other.path), other.text)) if small else None
                if summary is not None:
                    known = known._replace(summary=summary, text=other.text)
                self._open[place] = known
            places.append(place)
        there = {target.uri, *(other.uri for other in others)}
        self._open = {path: known for path, known in self._open.items() if known.uri in there}
        return places


def _name_of(target: Snapshot, cell: Optional[int]) -> str:
    """What a text is known by while it is mended."""
    path = display_path(target.path)
    return path if cell is None else f"{path}:cell {cell}"


def _with(target: Snapshot, cell: Optional[int], text: str) -> Snapshot:
    """The document with another text for one of its pages."""
    if target.cells is None:
        return replace(target, text=text)
    return replace(target, cells=tuple((number, text if number == cell else old) for number, old in target.cells))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _parses(target: Snapshot) -> bool:
    return len(target.text) <= MAX_BYTES and summary_of(Source(display_path(target.path), target.text)) is not None


def _encoding_of(text: str) -> str:
    """The encoding that a text says it is in: what cannot be saved in it must not be written into it."""
    try:
        return tokenize.detect_encoding(io.BytesIO(text.encode("utf-8", "surrogatepass")).readline)[0]
    except SyntaxError:
        return "utf-8"
