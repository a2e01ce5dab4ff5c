"""The language server: hears what the editor says, has it checked, and answers; what it says is put in words elsewhere.

Messages are taken in on one thread and checks made on another, so that the newest text is always known; a check whose
text is no longer the newest is thrown away.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import logging
import os
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO, Callable, Dict, List, Optional, Sequence, Set, Tuple, Union

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

import mslint
from mslint.config import Overrides
from mslint.errors import UserError
from mslint.lsp import answers
from mslint.lsp.checking import Answer, Checker
from mslint.lsp.documents import Document, Documents, Page, Snapshot, snapshot
from mslint.lsp.positions import Change, Point, characters
from mslint.lsp.steady import Known, steady
from mslint.model import Finding, Related, Span
from mslint.source.files import display_path
from mslint.source.reading import is_notebook
from mslint.source.text import Source
from mslint.words import say

PAUSE = 0.02  # seconds: what is typed within them is checked once
LATER = 0.3  # seconds until the other open files hear of a change
WIDER = 0.5  # seconds until the files on disk that lead to it are looked at, too
PATIENCE = 5.0  # seconds that a question waits for the check of the newest text
WATCHED = ("**/pyproject.toml", "**/mslint.toml", "**/requirements*.txt", "**/*.py")


def serve(received: BinaryIO, sent: BinaryIO, overrides: Overrides) -> int:
    """Serve one editor until it hangs up."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    Server(overrides).server.start_io(received, sent)
    return 0


def _function(handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A method as a function: pygls notes a name on it, which a method cannot carry, and Python 3.9 does not see
    through a partial that it is a coroutine."""
    if not inspect.iscoroutinefunction(handler):
        return functools.partial(handler)

    async def answer(params: Any) -> Any:
        return await handler(params)

    return answer


class Server:
    """One editor's server, and what it knows of that editor."""

    def __init__(self, overrides: Overrides) -> None:
        self.server = LanguageServer(
            "mslint",
            mslint.__version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            notebook_document_sync=types.NotebookDocumentSyncOptions(
                notebook_selector=[
                    types.NotebookDocumentFilterWithNotebook(
                        notebook=types.NotebookDocumentFilterNotebookType(notebook_type="jupyter-notebook"),
                        cells=[types.NotebookCellLanguage(language="python")],
                    )
                ]
            ),
        )
        self._overrides = overrides
        self._documents = Documents()
        self._checker = Checker(overrides, self._wants_rules)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="mslint")
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._tasks: Dict[str, asyncio.Task[None]] = {}
        self._owing: Set[str] = set()  # documents of whose change the others have not heard
        self._later: Optional[asyncio.Task[None]] = None
        self._wider: Dict[str, asyncio.Task[None]] = {}
        self._questions: Set[asyncio.Task[None]] = set()  # a task that nobody holds may vanish
        self._asked: Set[Tuple[str, ...]] = set()
        self._told: Set[str] = set()
        self._versioned = False
        for method, handler in (
            (types.INITIALIZE, self._initialize),
            (types.INITIALIZED, self._initialized),
            (types.TEXT_DOCUMENT_DID_OPEN, self._did_open),
            (types.TEXT_DOCUMENT_DID_CHANGE, self._did_change),
            (types.TEXT_DOCUMENT_DID_SAVE, self._did_save),
            (types.TEXT_DOCUMENT_DID_CLOSE, self._did_close),
            (types.NOTEBOOK_DOCUMENT_DID_OPEN, self._notebook_did_open),
            (types.NOTEBOOK_DOCUMENT_DID_CHANGE, self._notebook_did_change),
            (types.NOTEBOOK_DOCUMENT_DID_CLOSE, self._notebook_did_close),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._files_changed),
            (types.WORKSPACE_DID_CHANGE_CONFIGURATION, self._reload),
            (types.TEXT_DOCUMENT_HOVER, self._hover),
        ):
            self.server.feature(method)(_function(handler))
        kinds: List[Union[types.CodeActionKind, str]] = [types.CodeActionKind.QuickFix, answers.FIX_ALL]
        options = types.CodeActionOptions(code_action_kinds=kinds)
        self.server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(_function(self._code_action))

    # -- the beginning

    def _initialize(self, params: types.InitializeParams) -> None:
        wishes = params.initialization_options
        lang = wishes.get("lang") if isinstance(wishes, dict) else None
        self._checker = Checker(self._overrides, self._wants_rules, lang, params.locale or "")
        encoding = self.server.workspace.position_encoding
        self._documents.encoding = str(getattr(encoding, "value", encoding))
        workspace = params.capabilities.workspace
        edits = workspace.workspace_edit if workspace is not None else None
        self._versioned = bool(edits is not None and edits.document_changes)

    async def _initialized(self, _: types.InitializedParams) -> None:
        self._loop = asyncio.get_running_loop()
        workspace = self.server.client_capabilities.workspace
        watches = workspace.did_change_watched_files if workspace is not None else None
        if watches is None or not watches.dynamic_registration:
            return
        watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        registration = types.Registration("mslint-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        self.server.client_register_capability(types.RegistrationParams([registration]))

    # -- what the editor says of its texts

    async def _did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = uris.to_fs_path(item.uri)
        # A notebook that comes as one text is JSON to the editor, and its places would be those of the JSON.
        if path is not None and not is_notebook(path) and (item.language_id == "python" or path.endswith(".py")):
            page = Page(item.uri, item.text, item.version)
            self._documents.open(Document(item.uri, path, False, [page]))
            self._schedule(item.uri)

    async def _did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._changed(params.text_document.uri, params.text_document.version, params.content_changes)

    async def _did_save(self, _: types.DidSaveTextDocumentParams) -> None:
        self._reload()  # an editor that watches no files says at least this much

    async def _did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        if params.text_document.uri in self._documents.by_uri:
            self._close(params.text_document.uri)

    async def _notebook_did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        notebook = params.notebook_document
        path = uris.to_fs_path(notebook.uri)
        if path is not None:
            texts = {item.uri: item for item in params.cell_text_documents}
            pages = [self._page(cell, texts) for cell in notebook.cells]
            self._documents.open(Document(notebook.uri, path, True, pages))
            self._schedule(notebook.uri)

    async def _notebook_did_change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        uri, change = params.notebook_document.uri, params.change.cells
        if uri not in self._documents.by_uri or change is None:
            return
        if change.structure is not None:
            texts = {item.uri: item for item in change.structure.did_open or ()}
            array = change.structure.array
            pages = [self._page(cell, texts) for cell in array.cells or ()]
            for gone in self._documents.move(uri, array.start, array.delete_count, pages):
                self._publish(gone, None, [])
        for content in change.text_content or ():
            self._changed(content.document.uri, content.document.version, content.changes)
        self._schedule(uri)

    async def _notebook_did_close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        self._close(params.notebook_document.uri)

    def _page(self, cell: types.NotebookCell, texts: Dict[str, types.TextDocumentItem]) -> Page:
        """A cell with its text; one that was only moved comes without."""
        item, known = texts.get(cell.document), self._documents.page(cell.document)
        if item is None:
            return known or Page(cell.document, "", None, python=False)
        python = cell.kind == types.NotebookCellKind.Code and item.language_id == "python"
        return Page(cell.document, item.text, item.version, python)

    def _changed(
        self, uri: str, version: Optional[int], changes: Sequence[types.TextDocumentContentChangeEvent]
    ) -> None:
        document = self._documents.change(uri, version, [_change(change) for change in changes])
        if document is not None:
            self._schedule(document.uri)

    def _close(self, uri: str) -> None:
        document = self._documents.close(uri)
        self._owing.discard(uri)
        wider = self._wider.pop(uri, None)
        if wider is not None:
            wider.cancel()
        for page in document.pages if document is not None else ():
            self._publish(page.uri, None, [])
        self._tell_others(uri)

    # -- what lies on disk

    async def _files_changed(self, _: types.DidChangeWatchedFilesParams) -> None:
        self._reload()

    def _reload(self, _: object = None) -> None:
        """The configuration, or a file that programs are made of, may be another."""
        self._checker.reload()
        self._told.clear()
        for document in self._documents.by_uri.values():
            self._documents.touch(document)
            self._schedule(document.uri, ripples=False)

    def _wants_rules(self, rule_paths: Tuple[str, ...], lang: str) -> None:
        """Of the thread that checks: there are rules in the repository, whose code nobody has allowed to run."""
        if self._loop is not None and rule_paths not in self._asked:
            self._asked.add(rule_paths)
            self._loop.call_soon_threadsafe(self._ask, rule_paths, lang)

    def _ask(self, rule_paths: Tuple[str, ...], lang: str) -> None:
        task = asyncio.get_running_loop().create_task(self._asking(rule_paths, lang))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _asking(self, rule_paths: Tuple[str, ...], lang: str) -> None:
        run, skip = say(lang, "server-run-rules"), say(lang, "server-skip-rules")
        question = types.ShowMessageRequestParams(
            type=types.MessageType.Warning,
            message=say(lang, "server-may-run-rules", paths=tuple(map(display_path, rule_paths))),
            actions=[types.MessageActionItem(run), types.MessageActionItem(skip)],
        )
        answer = await self.server.window_show_message_request_async(question)
        if answer is not None and answer.title == run:
            self._checker.allow(rule_paths)
            self._reload()

    # -- checking

    def _schedule(self, uri: str, ripples: bool = True) -> None:
        """See that the newest text of a document is checked, and, where it `ripples`, the other documents after it."""
        if ripples:
            self._owing.add(uri)
        task = self._tasks.get(uri)
        if task is None or task.done():
            self._tasks[uri] = asyncio.get_running_loop().create_task(self._settle(uri))

    async def _settle(self, uri: str) -> None:
        """Check a document until what was found is about its newest text."""
        while True:
            await asyncio.sleep(PAUSE)
            document = self._documents.by_uri.get(uri)
            if document is None or document.shown_stamp == document.stamp:
                break
            target = snapshot(document)
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._worker, self._check, target, self._beside())
            if self._documents.by_uri.get(uri) is document and document.stamp == target.stamp:
                quick, document.lang = found
                document.shown = steady(quick, _lines(target), document.known)
                document.shown_stamp = target.stamp
                self._show(document)
                self._look_wider(uri, quick)
                break
        if uri in self._owing:  # also where the change came when the check had begun
            self._owing.discard(uri)
            self._tell_others(uri)

    def _look_wider(self, uri: str, quick: Tuple[Finding, ...]) -> None:
        """See that the files that lead to a document are looked at, too, when nothing has been typed for a while."""
        task = self._wider.get(uri)
        if task is not None:
            task.cancel()
        self._wider[uri] = asyncio.get_running_loop().create_task(self._wider_later(uri, quick))

    async def _wider_later(self, uri: str, quick: Tuple[Finding, ...]) -> None:
        await asyncio.sleep(WIDER)
        document = self._documents.by_uri.get(uri)
        if document is None or document.shown_stamp != document.stamp or document.whole_stamp == document.stamp:
            return
        target = snapshot(document)
        loop = asyncio.get_running_loop()
        whole = await loop.run_in_executor(self._worker, self._whole, target, self._beside())
        if self._documents.by_uri.get(uri) is not document or document.stamp != target.stamp:
            return
        document.whole_stamp = target.stamp
        document.known = None if whole is None else Known(_lines(target), quick, whole)
        shown = quick if whole is None else whole
        if shown != document.shown:
            document.shown = shown
            document.mended.clear()
            self._show(document)

    def _beside(self) -> List[Snapshot]:
        return [snapshot(other) for other in self._documents.by_uri.values() if not other.notebook]

    def _check(self, target: Snapshot, beside: Sequence[Snapshot]) -> Answer:
        """On the thread that checks: what is found; nothing where that fails, which costs this answer only."""
        try:
            return self._checker.check(target, beside)
        except UserError as error:
            lang = self._checker.lang
            self._tell(say(lang, "labelled", label="mslint", text=error.text(lang)))
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            detail = f"{type(error).__name__}: {error} ({os.path.basename(last.filename)}:{last.lineno})"
            self._tell(say(self._checker.lang, "server-failed", path=display_path(target.path), detail=detail))
        return Answer((), self._checker.lang)

    def _whole(self, target: Snapshot, beside: Sequence[Snapshot]) -> Optional[Tuple[Finding, ...]]:
        """On the thread that checks: the same with the files that lead to it; what fails there fails at once, too, or
        costs no more than these."""
        with contextlib.suppress(Exception):
            return self._checker.whole(target, beside)
        return None

    def _tell_others(self, uri: str) -> None:
        """What is shown of other open documents may hang on the one that has changed."""
        if self._later is not None:
            self._later.cancel()  # those that it has not come to are the new one's
        self._later = asyncio.get_running_loop().create_task(self._others_later(uri))

    async def _others_later(self, uri: str) -> None:
        """Check them when nothing has been typed for a while, one by one: what is typed then waits for one at most."""
        await asyncio.sleep(LATER)
        for document in list(self._documents.by_uri.values()):
            if document.uri != uri and document.shown_stamp == document.stamp:
                self._documents.touch(document)
                self._schedule(document.uri, ripples=False)
                await asyncio.wait([self._tasks[document.uri]])

    # -- answers

    def _show(self, document: Document) -> None:
        found = answers.by_page(document, self._documents.encoding, self._page_of_related)
        for page in document.pages:
            self._publish(page.uri, page.version, found[page.uri])

    def _publish(self, uri: str, version: Optional[int], found: List[types.Diagnostic]) -> None:
        params = types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=found)
        self.server.text_document_publish_diagnostics(params)

    def _page_of_related(self, other: Related) -> Optional[Page]:
        for document in self._documents.by_uri.values():
            if display_path(document.path) == other.path:
                return document.page_at(other.cell)
        return None

    def _tell(self, sentence: str) -> None:
        """Say something once, until something is read anew."""
        if sentence not in self._told and self._loop is not None:
            self._told.add(sentence)
            params = types.ShowMessageParams(types.MessageType.Error, sentence)
            self._loop.call_soon_threadsafe(self.server.window_show_message, params)

    async def _settled(self, uri: str) -> Tuple[Optional[Document], Optional[Page]]:
        """A page and its document, once what is known of it is about its newest text."""
        document = self._documents.of_page(uri)
        task = self._tasks.get(document.uri) if document is not None else None
        if task is not None and not task.done():
            await asyncio.wait([task], timeout=PATIENCE)
        if document is None or document.shown_stamp != document.stamp:
            return None, None
        return document, self._documents.page(uri)

    def _span(self, page: Page, asked: types.Range) -> Span:
        def place(position: types.Position) -> Tuple[int, int]:
            line = page.lines[position.line] if position.line < len(page.lines) else ""
            return position.line + 1, characters(line, position.character, self._documents.encoding) + 1

        return Span(*place(asked.start), *place(asked.end))

    async def _code_action(self, params: types.CodeActionParams) -> Optional[List[types.CodeAction]]:
        only = None
        if params.context.only is not None:
            only = [str(getattr(kind, "value", kind)) for kind in params.context.only]
        mended: Optional[str] = None
        while True:
            document, page = await self._settled(params.text_document.uri)
            if document is None or page is None:
                return None
            if not answers.wants(answers.FIX_ALL, only) or not answers.fixes_safely(document, page):
                break
            stamp = document.stamp
            mended = await self._mended(document, page)
            if document.stamp == stamp and self._documents.page(page.uri) is page:
                break
        found = answers.at(document, page, self._span(page, params.range))
        encoding = self._documents.encoding
        actions = answers.Actions(document, page, encoding, self._versioned, self._page_of_related, mended)
        return actions.offered(found, only)

    async def _mended(self, document: Document, page: Page) -> Optional[str]:
        """The text of a page with all safe fixes; made once, for editors ask whenever the cursor moves."""
        known = document.mended.get(page.uri)
        if known is None or known[0] != document.stamp:
            target = snapshot(document)
            cell = document.pages.index(page) + 1 if document.notebook else None
            loop = asyncio.get_running_loop()
            text = await loop.run_in_executor(self._worker, self._mend, target, self._beside(), cell)
            known = document.mended[page.uri] = (target.stamp, text)
        return known[1]

    def _mend(self, target: Snapshot, beside: Sequence[Snapshot], cell: Optional[int]) -> Optional[str]:
        """On the thread that checks; what fails there has been told, or will be, of the document."""
        try:
            return self._checker.mended(target, beside, cell)
        except Exception:
            return None

    async def _hover(self, params: types.HoverParams) -> Optional[types.Hover]:
        document, page = await self._settled(params.text_document.uri)
        if document is None or page is None:
            return None
        found = answers.at(document, page, self._span(page, types.Range(params.position, params.position)))
        if not found:
            return None
        loop = asyncio.get_running_loop()
        text = await loop.run_in_executor(self._worker, self._pages, found, document.path, document.lang)
        where = answers.range_of(found[0].span, page.lines, self._documents.encoding)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), where)

    def _pages(self, found: Sequence[Finding], path: str, lang: str) -> str:
        """On the thread that checks: the pages show what fixes do by making them."""
        return answers.pages(found, self._checker.rules(path), lang)


def _lines(target: Snapshot) -> Sequence[str]:
    return Source(target.path, target.text).lines


def _change(change: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(change, types.TextDocumentContentChangePartial):
        start, end = change.range.start, change.range.end
        return Change(change.text, (Point(start.line, start.character), Point(end.line, end.character)))
    return Change(change.text)
