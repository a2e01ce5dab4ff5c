"""The texts that a run may change, each cell of a notebook as one of its own; reads them and puts back what changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, Mapping, Optional, Tuple

from mslint.fix.edits import encoded
from mslint.model import Finding, RunError
from mslint.report import RunResult
from mslint.runner import Input
from mslint.source.notebook import read_notebook, with_texts
from mslint.source.text import Source, Unreadable, decode
from mslint.source.writing import replace_file
from mslint.words import say


class Texts:
    """The texts of a run by the paths that fixes know them by: files, and cells as `path:cell 3`."""

    def __init__(self, files: List[Input]) -> None:
        self._files = {file.shown: file for file in files}
        self._cells: Dict[str, Tuple[str, int]] = {}

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

    def file_of(self, path: str) -> Input:
        """The file that a text stands in."""
        return self._files[self._cells.get(path, (path, 0))[0]]

    def cell(self, path: str) -> Optional[Source]:
        """The text of a cell; None where it cannot be read, or would not come back as it is."""
        name, number = self._cells[path]
        try:
            data = self._files[name].read()
            notebook = read_notebook(name, data)
        except (OSError, Unreadable):
            return None
        found = next((cell.text for cell in notebook.cells if cell.number == number), None)
        return Source(path, found) if found is not None and with_texts(notebook, {}) == data else None

    def source(self, path: str) -> Optional[Source]:
        """A text as it is; None where it cannot be read, or would not come back as it is."""
        if self.is_cell(path):
            return self.cell(path)
        try:
            data = self.file_of(path).read()
            source = decode(path, data)
            return source if encoded(source) == data else None
        except (KeyError, OSError, Unreadable):
            return None

    def content(self, sources: Mapping[str, Source]) -> Dict[str, bytes]:
        """The new content of each file of which something is among these sources."""
        plain = {path: _bytes(source) for path, source in sources.items() if not self.is_cell(path)}
        return {**plain, **self._notebooks(sources)}

    def changed(self, sources: Mapping[str, Source]) -> List[Input]:
        """All files, with what is changed in its new form."""
        new = self.content(sources)
        return [replace(file, data=new[name]) if name in new else file for name, file in self._files.items()]

    def write(self, content: Mapping[str, bytes], lang: str) -> List[RunError]:
        """Put new content into the files; what could not be written is told."""
        problems: List[RunError] = []
        for path, data in content.items():
            try:
                replace_file(self.file_of(path).path, data)
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


def _bytes(source: Source) -> bytes:
    """The bytes of a source that was found to have some."""
    data = encoded(source)
    if data is None:
        raise UnicodeError(source.path)
    return data
