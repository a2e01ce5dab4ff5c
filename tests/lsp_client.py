"""An editor in a few lines: speaks the Language Server Protocol with `mslint server` in a process of its own.

It shares no code with the server. pytest-lsp would put pygls at both ends, so that both could be wrong in the same way,
and asks for a newer Python than mslint does."""

from __future__ import annotations

import itertools
import json
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence

from running import environment

PATIENCE = 60.0  # seconds until a test gives up; never what is measured

Message = Dict[str, Any]


def offset(text: str, position: Dict[str, int], encoding: str) -> int:
    """Where a position lies in a text, counted in bytes of the encoding."""
    size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    lines = text.replace("\r\n", "\n\0").split("\n")  # as many characters as before
    at = sum(len(line) + 1 for line in lines[: position["line"]])
    at += lines[position["line"]].startswith("\0")
    line = lines[position["line"]].lstrip("\0")
    return at + len(line.encode(codec)[: position["character"] * size].decode(codec))


def edited(text: str, edits: Sequence[Message], encoding: str = "utf-16") -> str:
    """The text after the edits of an answer."""
    for edit in sorted(edits, key=lambda edit: offset(text, edit["range"]["start"], encoding), reverse=True):
        start, end = (offset(text, edit["range"][side], encoding) for side in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


class Client:
    """One editor with one server."""

    def __init__(self, folder: Path, *args: str, executable: str = sys.executable) -> None:
        self._process = subprocess.Popen(
            [executable, "-m", "mslint", "server", *args],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment()),
        )
        self.folder = folder
        self.seen: List[Message] = []  # notifications, in order
        self.asked: List[Message] = []  # what the server asked of the editor
        self.replies: Dict[str, Callable[[Message], Any]] = {}  # what is answered
        self.errors = b""
        self._numbers = itertools.count(1)
        self._incoming: queue.Queue[Optional[Message]] = queue.Queue()
        self._answers: Dict[int, Message] = {}
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    # -- talking

    def start(self, encodings: Optional[List[str]] = None, locale: str = "en", **options: Any) -> Message:
        capabilities: Message = {
            "workspace": {
                "workspaceEdit": {"documentChanges": True},
                "didChangeWatchedFiles": {"dynamicRegistration": True},
            },
            "textDocument": {"publishDiagnostics": {"relatedInformation": True, "versionSupport": True}},
            "notebookDocument": {"synchronization": {}},
        }
        if encodings is not None:
            capabilities["general"] = {"positionEncodings": encodings}
        asked = {
            "processId": None,
            "rootUri": self.folder.as_uri(),
            "locale": locale,
            "capabilities": capabilities,
            "initializationOptions": options or None,
        }
        answer = self.request("initialize", asked)
        self.notify("initialized", {})
        result: Message = answer
        return result

    def request(self, method: str, params: Any = None) -> Any:
        number = next(self._numbers)
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        self._pump(lambda: number in self._answers, f"an answer to {method}")
        answer = self._answers.pop(number)
        assert "error" not in answer, answer
        return answer.get("result")

    def notify(self, method: str, params: Any = None) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def stop(self) -> int:
        self.request("shutdown")
        self.notify("exit")
        status = self._process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return status

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    # -- texts

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str, version: int = 1) -> str:
        item = {"uri": self.uri(name), "languageId": "python", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return self.uri(name)

    def change(self, uri: str, version: int, *changes: Message) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def settled(self, uri: str, wanted: Callable[[List[Message]], bool]) -> List[Message]:
        """What is published of a text as soon as it is what is wanted: it may come in two steps."""
        last: List[Message] = []

        def found() -> bool:
            for message in self.seen:
                if message["method"] == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                    last[:] = message["params"]["diagnostics"]
            return wanted(last)

        self._pump(found, f"other diagnostics of {uri}")
        return last

    def diagnostics(self, uri: str, version: Optional[int] = None) -> List[Message]:
        """What is published of a text; of this version, or next after what was asked for before."""

        def found() -> Optional[Message]:
            for message in self.seen:
                params = message.get("params", {})
                mine = message["method"] == "textDocument/publishDiagnostics" and params["uri"] == uri
                if mine and version in (None, params.get("version")):
                    return message
            return None

        self._pump(lambda: found() is not None, f"diagnostics of {uri} in version {version}")
        message = found()
        assert message is not None
        self.seen.remove(message)
        result: List[Message] = message["params"]["diagnostics"]
        return result

    def versions(self, uri: str) -> List[Optional[int]]:
        """The versions that something was published of and that nobody has asked for."""
        params = [message["params"] for message in self.seen if message["method"].endswith("publishDiagnostics")]
        return [each.get("version") for each in params if each["uri"] == uri]

    def actions(self, uri: str, where: Message, only: Optional[List[str]] = None) -> List[Message]:
        context: Message = {"diagnostics": [], **({"only": only} if only is not None else {})}
        asked = {"textDocument": {"uri": uri}, "range": where, "context": context}
        return self.request("textDocument/codeAction", asked) or []

    def messages(self, count: int = 1) -> List[str]:
        """What the server shows to people, once it has shown so much."""

        def found() -> List[str]:
            return [each["params"]["message"] for each in self.seen if each["method"] == "window/showMessage"]

        self._pump(lambda: len(found()) >= count, "a message")
        return found()

    def wait_for(self, method: str) -> Message:
        """What the server asks of the editor."""
        self._pump(lambda: any(each["method"] == method for each in self.asked), method)
        return next(each for each in self.asked if each["method"] == method)

    def pause(self, seconds: float) -> None:
        """Take in what comes meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._take(max(end - time.monotonic(), 0.001))

    # -- parts

    def _send(self, message: Message) -> None:
        assert self._process.stdin is not None
        body = json.dumps(message).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _pump(self, done: Callable[[], bool], wanted: str) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, f"{wanted} did not come; {self.errors.decode()}"
            if self._take(end - time.monotonic()) is None and not done():
                raise AssertionError(f"the server hung up before {wanted}: {self.errors.decode()}")

    def _take(self, seconds: float) -> Optional[Message]:
        try:
            message = self._incoming.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return {}
        if message is None:
            return None
        if "method" not in message:
            self._answers[message["id"]] = message
        elif "id" in message:
            self.asked.append(message)
            reply = self.replies.get(message["method"], lambda params: None)
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": reply(message["params"])})
        else:
            self.seen.append(message)
        return message

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while True:
            length = 0
            line = stream.readline()
            while line.strip():
                name, _, value = line.partition(b":")
                assert name in (b"Content-Length", b"Content-Type"), line
                length = int(value) if name == b"Content-Length" else length
                line = stream.readline()
            if not line:
                self._incoming.put(None)
                return
            self._incoming.put(json.loads(stream.read(length)))

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.errors += line
