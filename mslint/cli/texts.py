"""The texts that a run may change, each cell of a notebook as one of its own; reads them and puts back what changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, Dict, List, Mapping, Optional, Tuple

from mslint.cache import Note, digest
from mslint.fixing.edits import encoded
from mslint.inputs import MARK, Input, place_of
from mslint.model import Finding, RunError
from mslint.report import RunResult
from mslint.source.cells import module_of
from mslint.source.disk import leads_out
from mslint.source.notebook import read_notebook, with_texts
from mslint.source.reading import is_notebook
from mslint.source.text import Source, Unreadable, decode
from mslint.source.writing import replace_file
from mslint.syntax.parse import refusal
from mslint.words import say


class Texts:
    """The texts of a run by the paths that fixes know them by: files, and cells as `path:cell 3`.

    Each file is read once, so that what is written is made of what was checked, and of nothing else."""

    def __init__(self, files: List[Input]) -> None:
        self._inputs = files
        self._files = {file.shown: _held(file) for file in files}
        self._cells: Dict[str, Tuple[str, int]] = {}

    def keep(self, noted: Callable[[str], Optional[Note]]) -> None:
        """Let go of what is not what was checked: it has changed since it was read."""
        for name, file in self._files.items():
            note = noted(place_of(file.path)) if file.data is not None else None
            if note is not None and file.data is not None and note.digest != digest(file.data):
                self._files[name] = replace(file, data=None)

    def apart(self, result: RunResult) -> RunResult:
        """The result with each finding in a cell told of that cell's text."""
        return replace(result, findings=tuple(self._apart(each) for each in result.findings))

    def together(self, result: RunResult) -> RunResult:
        """The result as everybody else knows it."""
        return replace(result, findings=tuple(self.together_one(each) for each in result.findings))

    def _apart(self, finding: Finding) -> Finding:
        if finding.cell is None:
            return finding
        path = f"{finding.path}:cell {finding.cell}"
        self._cells[path] = finding.path, finding.cell
        return replace(finding, path=path, cell=None)

    def together_one(self, finding: Finding) -> Finding:
        path, cell = self._cells.get(finding.path, (finding.path, None))
        return finding if cell is None else replace(finding, path=path, cell=cell)

    def is_cell(self, path: str) -> bool:
        return path in self._cells

    def code(self, source: Source) -> Source:
        """A text as Python reads it: a cell without what only IPython understands."""
        return module_of(source.path, [(1, source.text)], refusal) if self.is_cell(source.path) else source

    def source(self, path: str) -> Optional[Source]:
        """A text as it was read; None where it could not be, or would not come back as it is."""
        name, number = self._cells.get(path, (path, 0))
        data = self._files[name].data if name in self._files else None
        if data is None:
            return None
        try:
            if not self.is_cell(path):
                source = decode(path, data)
                return source if encoded(source) == data else None
            texts = {cell.number: cell.text for cell in read_notebook(name, data).cells}
            return Source(path, texts[number]) if number in texts else None
        except Unreadable:
            return None

    def content(self, sources: Mapping[str, Source]) -> Dict[str, bytes]:
        """The new content of each file of which something is among these sources."""
        plain = {path: content_of(source) for path, source in sources.items() if not self.is_cell(path)}
        return {**plain, **self._notebooks(sources)}

    def changed(self, sources: Mapping[str, Source]) -> List[Input]:
        """All files, with what is changed in its new form."""
        new = self.content(sources)
        return [replace(file, data=new[file.shown]) if file.shown in new else file for file in self._inputs]

    def write(self, content: Mapping[str, bytes], lang: str) -> List[RunError]:
        """Put new content into the files; what could not be written, or has another content by now, is told."""
        problems: List[RunError] = []
        for path, data in content.items():
            file = self._files[path]
            if leads_out(file.path, strictly=True):
                problems.append(RunError(path, say(lang, "fix-linked-outside"), "unwritten", True))
                continue
            try:
                if replace(file, data=None).read() == file.data:
                    replace_file(file.path, data)
                    continue
                reason = say(lang, "fix-changed-meanwhile")
            except OSError as error:
                reason = say(lang, "fix-cannot-write", detail=error.strerror or str(error))
            problems.append(RunError(path, reason, "unwritten", True))
        return problems

    def _notebooks(self, sources: Mapping[str, Source]) -> Dict[str, bytes]:
        texts: Dict[str, Dict[int, str]] = {}
        for path, source in sources.items():
            if path in self._cells:
                name, number = self._cells[path]
                texts.setdefault(name, {})[number] = source.text
        return {name: with_texts(read_notebook(name, self._files[name].read()), found) for name, found in texts.items()}


def _held(file: Input) -> Input:
    """The file with the content that it has now, if it can be read and may be of interest."""
    if file.data is not None:
        return file
    try:
        data = file.read()
    except OSError:  # the check will say so
        return file
    # Of a notebook that no rule has anything to say of, and nothing imports, the pictures need not be kept.
    wanted = file.named or MARK in data or not is_notebook(file.path)
    return replace(file, data=data) if wanted else file


def content_of(source: Source) -> bytes:
    """The bytes of a text that was found to have some."""
    data = encoded(source)
    if data is None:
        raise UnicodeError(source.path)
    return data
