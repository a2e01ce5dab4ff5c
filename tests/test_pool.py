"""Several processes: the same findings however they are started, and one that dies costs one file."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import List, Tuple

import pytest
from running import BAD, ROOT, mslint, python, started
from test_engine import RULE

from mslint.pool import FEW_FILES, MANY_SCRIPTS, Job, Lost, Pool, helpers, pool_of, processes

KILLER = '''
import os

from mslint.rulekit import CallSite, Facts, at_call


def check_call(call: CallSite, facts: Facts):
    """Ends the process over a file that asks for it, as a fault in an extension module would."""
    if call.arguments and call.name.endswith("Dense"):
        os._exit(11)
    yield at_call(call, word="it")
'''


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for number in range(FEW_FILES + 20):
        (tmp_path / f"m{number:02}.py").write_text(BAD.replace("0.1", f"0.{number + 1}"), encoding="utf-8")
    return tmp_path


def told(folder: Path, *args: str) -> List[Tuple[str, str, int]]:
    done = mslint("--no-cache", "--output-format", "json", *args, cwd=folder)
    assert done.stderr == ""
    return [(each["path"], each["code"], each["line"]) for each in json.loads(done.stdout)["findings"]]


SPAWN = "import sys, mslint.pool as pool; pool._method = lambda: 'spawn'; from mslint.cli import main; sys.exit(main())"


def test_processes_that_are_spawned_find_the_same(place: Path) -> None:
    alone = told(place, "-j", "1")
    assert len(alone) > 2 * FEW_FILES
    assert told(place, "-j", "4") == alone
    done = python("-c", SPAWN, "--no-cache", "--output-format", "json", "-j", "2", cwd=place)
    found = json.loads(done.stdout)["findings"]
    assert [(each["path"], each["code"], each["line"]) for each in found] == alone


@pytest.mark.usefixtures("rules_allowed")
def test_a_process_that_dies_costs_its_file(place: Path) -> None:
    unit = place / "rules" / "msl990"
    unit.mkdir(parents=True)
    on = 'calls = ["mindspore.nn.Dense", "mindspore.nn.Dropout"]'
    text = RULE.format(code="MSL990", slug="msl990", on=on, severity="warning", status="stable", yields_to=[])
    (unit / "rule.toml").write_text(text, "utf-8")
    (unit / "checker.py").write_text(KILLER, "utf-8")
    (place / "mslint.toml").write_text('rule-paths = ["rules"]\n')
    for path in place.glob("m*.py"):
        path.write_text("from mindspore import nn\n\ndrop = nn.Dropout(0.1)\n", encoding="utf-8")
    (place / "m07.py").write_text(BAD, encoding="utf-8")
    found = told(place, "-j", "2", "--select", "MSL001,MSL101,MSL990")
    assert [path for path, code, _ in found if code == "MSL001"] == ["m07.py"]
    others = {path.name for path in place.glob("m*.py")} - {"m07.py"}
    assert {path for path, code, _ in found if code == "MSL101"} == others


MAKE = """import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn


def make():
    return ds.MnistDataset("d", shuffle=False).batch(2)


def unused(net):
    return make(), nn.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params()))


def called(net, sens=1024.0):
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1), sens)
    return step.set_train()
"""
SCRIPT = """from mindspore import nn, Model
from make import make{also}

net = nn.Dense(1, {number})
Model(net, nn.MSELoss(), nn.SGD(net.trainable_params())).train(1, make())
"""
# Who follows the programs: as it is meant, others all of them; and this process, where others fail.
WAYS = {
    "as it is meant": "",
    "nobody else": "jobs.Others.told = lambda self, part: None",
    "every other one": "told = jobs.Others.told; jobs.Others.told = lambda self, part: hash(part) % 2 and "
    "told(self, part) or None",
}
RUN = "import sys, mslint.pool as pool, mslint.jobs as jobs; {way}; from mslint.cli import main; sys.exit(main())"


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    (tmp_path / "make.py").write_text(MAKE, encoding="utf-8")
    for number in range(FEW_FILES + 20):
        also = ", called" if number == 7 else ""
        text = SCRIPT.format(number=number, also=also) + ("called(net, 1.0)\n" if also else "")
        (tmp_path / f"s{number:02}.py").write_text(text, encoding="utf-8")
    return tmp_path


def printed(folder: Path, way: str, *args: str) -> str:
    done = python("-c", RUN.format(way=way or "pass"), "--output-format", "jsonl", "--level", "info", *args, cwd=folder)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_whoever_follows_the_programs_finds_the_same(scripts: Path, way: str) -> None:
    alone = printed(scripts, "", "--no-cache", "-j", "1")
    assert alone.count("MSL301") >= 1 and alone.count("make.py") > 1
    assert printed(scripts, way, "--no-cache", "-j", "2") == alone
    assert printed(scripts, way, "-j", "2") == alone
    assert printed(scripts, "jobs.Others.ask = pool.Pool.__init__ = None", "-j", "2") == alone, "all is remembered"
    (scripts / "s07.py").write_text("")  # now nobody calls that function, and its default counts
    after = printed(scripts, way, "-j", "2")
    assert after == printed(scripts, "", "--no-cache", "-j", "1")
    assert after.count("make.py") > alone.count("make.py")


SEEN = "made = jobs.pool_of; jobs.pool_of = lambda count, do: open(f'started {count}', 'w').close() or made(count, do)"


def test_a_module_that_many_scripts_import_has_them_followed_by_others(scripts: Path) -> None:
    printed(scripts, "", "-j", "1")
    for number, args in enumerate((["-j", "3"], ["-j", "1"], ["-j", "3", "s01.py", "s02.py"])):
        (scripts / "make.py").write_text(MAKE.replace("batch(2)", f"batch({number + 3})"), encoding="utf-8")
        after = printed(scripts, SEEN, *args)
        assert after == printed(scripts, "", "--no-cache", *args)
        assert bool(list(scripts.glob("started *"))) == (number == 0)
        assert not list(scripts.glob("started *")) or (scripts / "started 3").exists()
        for path in scripts.glob("started *"):
            path.unlink()


NO_PROCESS = """
start = pool.Pool._start
def _start(self):
    if self._workers:  # the limit is reached with the second
        raise BlockingIOError(11, "Resource temporarily unavailable")
    start(self)
pool.Pool._start = _start"""


def test_where_no_process_may_be_started_one_does_all(scripts: Path) -> None:
    alone = printed(scripts, "", "--no-cache", "-j", "1")
    assert printed(scripts, NO_PROCESS, "-j", "2") == alone
    (scripts / "make.py").write_text(MAKE.replace("batch(2)", "batch(3)"), encoding="utf-8")
    assert printed(scripts, NO_PROCESS, "-j", "2") == printed(scripts, "", "--no-cache", "-j", "1")


PROGRAM_KILLER = '''
import multiprocessing
import os

from mslint.rulekit import Program


def check_program(program: Program):
    """Ends a process that was started to help, over a program that asks for it."""
    if program.path == "s09.py" and multiprocessing.parent_process() is not None:
        os._exit(11)
    return []
'''


@pytest.mark.usefixtures("rules_allowed")
def test_a_process_that_dies_over_a_program_costs_nothing(scripts: Path) -> None:
    unit = scripts / "rules" / "msl990"
    unit.mkdir(parents=True)
    text = RULE.format(
        code="MSL990", slug="msl990", on='program = ["Model"]', severity="warning", status="stable", yields_to=[]
    )
    (unit / "rule.toml").write_text(text, "utf-8")
    (unit / "checker.py").write_text(PROGRAM_KILLER, "utf-8")
    alone = printed(scripts, "", "--no-cache", "-j", "1")
    (scripts / "mslint.toml").write_text('rule-paths = ["rules"]\n')
    assert printed(scripts, "", "--no-cache", "-j", "2") == alone


def test_few_files_are_checked_in_this_process() -> None:
    assert processes(None, [10**6] * FEW_FILES) == 1
    assert processes(None, [10] * 1000) == 1
    assert processes(1, [10**6] * 1000) == 1
    assert processes(3, [10**6] * 1000) == 3
    assert processes(64, [10**6] * (FEW_FILES + 4)) <= (FEW_FILES + 4) // 4
    assert helpers(None, MANY_SCRIPTS - 1) == helpers(1, 10**3) == 1
    assert helpers(64, 10**3) == 64


def double(job: int) -> int:
    if job == 13:
        os._exit(3)
    return 2 * job


def test_every_job_has_an_outcome_whoever_dies() -> None:
    pool = Pool(2, double)
    try:
        jobs = [Job(number, job, job) for number, job in enumerate([1, 13, 2, 13, 13, 3, 4])]
        pool.add(jobs)
        found = {job.key: pool.outcome(job.key) for job in jobs}
    finally:
        pool.close()
    assert {number for number, done in found.items() if isinstance(done, Lost)} == {1, 3, 4}, "others did not die"
    assert all(found[number] == 2 * job for number, job in ((0, 1), (2, 2), (5, 3), (6, 4)))


def test_who_waits_hears_that_no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it comes back to waiting before anybody has tried to start another."""
    bury = Pool._bury

    def slow(pool: Pool, worker: object) -> None:
        bury(pool, worker)  # type: ignore[arg-type]
        pool._news.release()  # let the others run here
        time.sleep(0.05)
        pool._news.acquire()

    monkeypatch.setattr(Pool, "_bury", slow)
    monkeypatch.setattr("mslint.pool.RESTARTS", 1)
    pool = Pool(2, double)
    told: List[object] = []
    waiting = threading.Thread(target=lambda: told.extend(pool.outcome(number) for number in range(12)), daemon=True)
    try:
        pool.add([Job(number, 13) for number in range(12)])
        waiting.start()
        waiting.join(20)
        assert not waiting.is_alive(), "nobody tells it"
    finally:
        pool.close()
    assert len(told) == 12
    assert all(isinstance(each, Lost) for each in told)


@pytest.mark.parametrize("what", ["threading.Thread.start", "multiprocessing.Pipe"])
def test_a_pool_that_cannot_be_had_is_none(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise RuntimeError("can't start new thread") if what.endswith("start") else OSError(24, "Too many open files")

    import multiprocessing

    monkeypatch.setattr(what, refuse)
    assert pool_of(2, double) is None
    assert not multiprocessing.active_children()


def large(job: bytes) -> bytes:
    return job * 3


def test_jobs_and_outcomes_may_be_large() -> None:
    pool = Pool(2, large)
    try:
        pool.add([Job(number, bytes(2_000_000)) for number in range(8)])
        assert [len(pool.outcome(number)) for number in range(8)] == [6_000_000] * 8  # type: ignore[arg-type]
    finally:
        pool.close()


def unsendable(job: int) -> object:
    return (lambda: job) if job % 2 else job


def test_an_outcome_that_cannot_be_sent_is_none() -> None:
    pool = Pool(2, unsendable)
    try:
        pool.add([Job(number, number) for number in range(6)])
        assert [pool.outcome(number) for number in range(6)] == [0, None, 2, None, 4, None]
    finally:
        pool.close()


ORPHANS = """
import os, sys, time
sys.path.insert(0, {tests!r})
from test_pool import who
from mslint.pool import Job, Pool
pool = Pool(2, who)
pool.add([Job(1, 0), Job(2, 0)])
print(*{{worker.process.pid for worker in pool._workers}}, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal that cannot be caught")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = ORPHANS.format(tests=str(Path(__file__).parent))
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    workers = [int(pid) for pid in process.stdout.readline().split()]
    assert len(workers) == 2
    process.kill()
    process.wait()
    process.stdout.close()
    for _ in range(100):
        time.sleep(0.1)
        if not any(alive(pid) for pid in workers):
            return
    raise AssertionError("they wait for ever")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/status")
        return not (status.is_file() and "State:\tZ" in status.read_text())
    except ProcessLookupError:
        return False


UNSENDABLE = """
from mslint.rulekit import Program, at_event


def check_program(program: Program):
    for event in program.calls("mindspore.train.Model", "mindspore.nn.Model"):
        yield at_event(event, word=Word("it"))


class Word(str):
    pass
"""


@pytest.mark.usefixtures("rules_allowed")
def test_what_a_rule_gives_may_have_no_way_to_others(scripts: Path) -> None:
    """Its class is one of the checker's own, which this process has not loaded, and the cache does not know."""
    unit = scripts / "rules" / "msl990"
    unit.mkdir(parents=True)
    text = RULE.format(
        code="MSL990", slug="msl990", on='program = ["Model"]', severity="warning", status="stable", yields_to=[]
    )
    (unit / "rule.toml").write_text(text, "utf-8")
    (unit / "checker.py").write_text(UNSENDABLE, "utf-8")
    (scripts / "mslint.toml").write_text('rule-paths = ["rules"]\n')
    alone = printed(scripts, "", "--no-cache", "-j", "1")
    assert alone.count("MSL990") > FEW_FILES
    for args in (("--no-cache", "-j", "2"), ("-j", "2"), ("-j", "2"), ("-j", "1")):
        assert printed(scripts, "", *args) == alone


def who(job: int) -> int:
    time.sleep(job / 1000)
    return os.getpid()


def test_neighbours_go_to_one_worker_and_what_is_near_them_too() -> None:
    pool = Pool(2, who)
    try:
        pool.add([Job(number, 30) for number in range(12)])
        first = [pool.outcome(number) for number in range(12)]
        pool.add([Job(("near", number), 30, near=number) for number in range(12)])
        second = [pool.outcome(("near", number)) for number in range(12)]
    finally:
        pool.close()
    # A machine that is busy may hold one of them up, and then the other helps out.
    assert first[:3] == [first[0]] * 3 and first[9:] == [first[11]] * 3 and first[0] != first[11]
    assert sum(one == other for one, other in zip(first, second)) >= 8


def test_who_has_nothing_left_helps_the_others() -> None:
    pool = Pool(2, who)
    try:
        pool.add([Job(number, 1 if number < 6 else 150) for number in range(12)])
        found = [pool.outcome(number) for number in range(12)]
    finally:
        pool.close()
    assert len(set(found[6:])) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal that stands for Ctrl-C of one process")
def test_an_interrupt_leaves_no_process_behind(tmp_path: Path) -> None:
    import signal

    for number in range(200):
        (tmp_path / f"m{number}.py").write_text(BAD * 200)
    run = started("--isolated", "--quiet", "-j", "2", cwd=tmp_path)
    time.sleep(2)
    assert run.poll() is None, "it ended before it could be interrupted"
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does
    out, err = run.communicate(timeout=60)
    assert (run.returncode, len(out), len(err.splitlines())) == (130, 0, 1), err
    with pytest.raises(ProcessLookupError):  # nobody of the group is left
        os.killpg(run.pid, 0)
    assert mslint("--quiet", "m1.py", cwd=tmp_path).returncode == 1
