"""Caches that come with a repository: none of them is opened, so that they delete, write, forge and hold up nothing."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import struct
import sys
from pathlib import Path
from typing import Callable, Tuple

import pytest
from running import BAD, environment, mslint

from mslint import cache
from mslint.cacheplace import FILE, Place, place_of_cache

PAGE = 4096
HERE = ("--cache-dir", ".mslint_cache")  # as somebody might have it in CI


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository, of which the folder .mslint_cache is a part."""
    folder = tmp_path / "repo"
    (folder / ".git").mkdir(parents=True)
    (folder / "net.py").write_text(BAD, encoding="utf-8")
    return folder


def finds(repo: Path, *args: str) -> str:
    """What a run says on standard error; all that there is to find is found."""
    done = mslint("--output-format", "json", *args, ".", cwd=repo)
    codes = [each["code"] for each in json.loads(done.stdout)["findings"]]
    assert (done.returncode, codes) == (1, ["MSL101", "MSL107"]), done.stderr
    return done.stderr


def a_store(folder: Path) -> Path:
    """A store as mslint makes it, for what else is in it to be added."""
    made = cache.Cache(Place(str(folder)), b"salt")
    made.put(b"key", "value")
    made.save()
    made.close()
    return folder / FILE


def journal(deletes: str) -> bytes:
    """A rollback journal that names a super-journal: SQLite plays it back, and deletes what it names."""
    nonce, page = 7, bytes(PAGE)
    head = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + struct.pack(">IIIII", 1, nonce, 2, 512, PAGE)
    record = struct.pack(">I", 2) + page + struct.pack(">I", nonce)
    name = deletes.encode()
    tail = struct.pack(">I", 2**30 // PAGE + 1) + name + struct.pack(">II", len(name), sum(name)) + head[:8]
    return head.ljust(512, b"\0") + record + tail


def with_journal(folder: Path, victim: Path) -> Path:
    store = a_store(folder)
    (folder / f"{FILE}-journal").write_bytes(journal(str(victim)))
    return store


def test_a_journal_deletes_no_file(tmp_path: Path, repo: Path) -> None:
    victim = tmp_path / "precious.txt"
    victim.write_text("there", encoding="utf-8")
    shown = with_journal(tmp_path / "shown", victim)
    with contextlib.suppress(sqlite3.DatabaseError):
        sqlite3.connect(shown).execute("SELECT count(*) FROM sqlite_master").fetchall()
    assert not victim.exists(), "SQLite no longer follows such a journal: this test shows nothing"
    victim.write_text("there", encoding="utf-8")
    with_journal(repo / ".mslint_cache", victim)
    for args in ((), ("--isolated",), HERE, (*HERE, "--isolated")):
        told = finds(repo, *args)
        assert ("no cache is used in .mslint_cache" in told) == (args[:2] == HERE)
    mslint("cache", "info", *HERE, cwd=repo)
    assert victim.read_text(encoding="utf-8") == "there"


def endless_view(store: Path) -> None:
    _run(
        store,
        "DROP TABLE seen; CREATE VIEW seen AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) "
        "SELECT x AS path, 0 AS time, 0 AS size, 0 AS inode, 0 AS noted, x AS digest, 0 AS marked, x AS code, "
        "x AS proof FROM r WHERE x < 0",
    )


def trigger(store: Path) -> None:
    _run(
        store,
        "CREATE TRIGGER more AFTER INSERT ON made BEGIN INSERT INTO made WITH RECURSIVE r(x) AS "
        "(SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT randomblob(1000), x, 1 FROM r; END",
    )


def foreign(store: Path) -> None:
    """Somebody else's database, of a form that looks like an earlier version of mslint's."""
    store.unlink()
    _run(store, "CREATE TABLE made (precious); INSERT INTO made VALUES (1); PRAGMA user_version = 3")


def device(store: Path) -> None:
    store.unlink()
    os.mkfifo(store)


def _run(store: Path, script: str) -> None:
    connection = sqlite3.connect(store)
    connection.executescript(script)
    connection.close()


STORES = {"endless view": endless_view, "trigger": trigger, "foreign database": foreign}
if sys.platform != "win32":
    STORES["pipe"] = device


@pytest.mark.parametrize("args", [(), HERE], ids=["usual place", "named"])
@pytest.mark.parametrize("harm", STORES.values(), ids=STORES)
def test_a_hostile_store(repo: Path, harm: Callable[[Path], None], args: Tuple[str, ...]) -> None:
    harm(a_store(repo / ".mslint_cache"))
    finds(repo, *args)
    finds(repo, *args)
    mslint("cache", "info", *args, cwd=repo)
    if harm is foreign:
        rows = sqlite3.connect(repo / ".mslint_cache" / FILE).execute("SELECT precious FROM made").fetchall()
        assert rows == [(1,)]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize("target", ["missing", "empty", "foreign database", "text", "folder", "deeper folder"])
def test_a_link_in_the_place_of_the_cache(tmp_path: Path, repo: Path, target: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    if target == "foreign database":
        _run(outside / "x", "CREATE TABLE made (precious); PRAGMA user_version = 5")
    elif target in ("empty", "text"):
        (outside / "x").write_text("" if target == "empty" else "text", encoding="utf-8")
    args = HERE
    if target == "folder":
        (repo / ".mslint_cache").symlink_to(outside)
    elif target == "deeper folder":
        (repo / "link").symlink_to(outside)
        args = ("--cache-dir", "link/new/cache")
    else:
        (repo / ".mslint_cache").mkdir()
        (repo / ".mslint_cache" / FILE).symlink_to(outside / "x")
    before = {path.name: path.read_bytes() for path in outside.iterdir()}
    assert "no cache is used in " in finds(repo, *args)
    finds(repo)
    assert {path.name: path.read_bytes() for path in outside.iterdir()} == before


def test_results_cannot_be_forged(tmp_path: Path, repo: Path) -> None:
    """Somebody with the same installation and the same paths writes down that nothing was found."""
    place = place_of_cache(str(repo))
    assert place is not None
    kept, home = Path(place.folder), Path(place.folder).parent
    good = BAD.replace("0.1", "0.5").replace(", False)", ")#######")
    (repo / "net.py").write_text(good, encoding="utf-8")
    (repo / "new.py").write_text("import mindspore\n", encoding="utf-8")
    for path in repo.glob("*.py"):
        os.utime(path, ns=(0, 10**18))
    (repo / "aaa").mkdir()
    (repo / "aaa" / "setup.cfg").write_text("", encoding="utf-8")  # the first file seems to be of another project
    (repo / "aaa" / "first.py").write_text("import mindspore\n", encoding="utf-8")
    done = mslint("--quiet", *HERE, ".", cwd=repo)
    assert (done.returncode, done.stdout) == (0, "")
    store = repo / ".mslint_cache" / FILE
    assert not kept.exists() and store.exists()
    assert len(good) == len(BAD)
    with open(repo / "net.py", "r+", encoding="utf-8") as file:
        file.write(BAD)
    os.utime(repo / "net.py", ns=(0, 10**18))
    quiet = mslint("--quiet", *HERE, ".", cwd=repo)
    assert quiet.stdout == "", "what is known of a file by its time and size is asked for no more: this shows nothing"
    # The same store on the machine of a user whose secret is another one.
    (home / "secret").unlink()
    finds(repo, *HERE)


def test_a_user_folder_inside_of_the_project_is_not_used(repo: Path) -> None:
    """It could be a part of what is linted, the secret and all."""
    inside = {name: str(repo / ".cache") for name in ("XDG_CACHE_HOME", "LOCALAPPDATA")}
    for args in ((), HERE):
        done = mslint(*args, ".", cwd=repo, env=environment(**inside))
        assert done.returncode == 1
        assert ("lies in the project" in done.stderr) == (args == HERE)
    assert not (repo / ".cache").exists()
    assert "no cache folder" in mslint("cache", "info", cwd=repo, env=environment(**inside)).stdout


def test_info_and_clean_find_what_a_run_has_kept(repo: Path) -> None:
    (repo / "a").mkdir()
    (repo / "a" / "setup.py").write_text("import mindspore\n", encoding="utf-8")
    mslint(".", cwd=repo)
    assert json.loads(mslint("cache", "info", "--output-format", "json", cwd=repo).stdout)["files"] == 2
    mslint("cache", "clean", cwd=repo)
    place = place_of_cache(str(repo))
    assert place is not None and not os.path.exists(place.folder)


def test_a_store_of_somebody_elses_is_left_alone(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "c", ignore_errors=True)
    store = a_store(tmp_path / "c")
    _run(store, "PRAGMA application_id = 1")
    before = store.read_bytes()
    other = cache.Cache(Place(str(tmp_path / "c")), b"salt")
    other.put(b"key", "value")
    other.save()
    assert (other.get(b"key"), other.trouble, store.read_bytes()) == (None, cache.NOT_OURS, before)


def test_caches_of_projects_that_are_gone_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    places = [place_of_cache(str(tmp_path / name)) for name in ("old", "young", "new")]
    for place, days in zip(places, (100, 10, 0)):
        assert place is not None and Path(place.folder).parent == tmp_path / "mslint"
        made = cache.Cache(place, b"salt")
        made.close()
        then = os.stat(made.path).st_mtime - days * 86_400
        os.utime(made.path, (then, then))
    assert [os.path.exists(place.folder) for place in places if place] == [False, True, True]
