"""Lets fixes treat each cell of a notebook as a text of its own; puts changed cells back and touches nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, Mapping, Optional, Tuple

from mslint.model import Finding
from mslint.report import RunResult
from mslint.runner import Input
from mslint.source.notebook import read_notebook, with_texts
from mslint.source.text import Source, Unreadable


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

    def notebooks(self, sources: Mapping[str, Source]) -> Dict[str, bytes]:
        """The new content of each notebook of which some cell is among these sources."""
        texts: Dict[str, Dict[int, str]] = {}
        for path, source in sources.items():
            if path in self._cells:
                name, number = self._cells[path]
                texts.setdefault(name, {})[number] = source.text
        return {name: with_texts(read_notebook(name, self._files[name].read()), found) for name, found in texts.items()}
