"""The parts of `make profile`: each profiler runs here on a small program, and its recording is read."""

import json
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from bench.invariants import cluster
from bench.profiling.programs import CannotProfile, check_py_spy, find_py_spy, profiled_node, spied
from bench.profiling.samples import (
    CodePlace,
    count_functions,
    read_node,
    read_py_spy,
    top_cumulative,
    top_own,
    within,
    write_speedscope,
)
from bench.profiling.statements import EXTENSION, read_statements, since, top_statements
from bench.profiling.tables import functions_table, statements_table

RECORDED = """\
process 7:"shop";serve (shop/web.py:10);answer (shop/pages.py:3);draw (shop/pages.py:7) 6
process 7:"shop";serve (shop/web.py:10);answer (shop/pages.py:4);draw (shop/pages.py:9);draw (shop/pages.py:8) 1
process 7:"shop";serve (shop/web.py:10);answer (shop/pages.py:5) 2
process 7:"shop";<module> (shop/start.py:1) 5
"""
DRAW, ANSWER = CodePlace("draw", "shop/pages.py"), CodePlace("answer", "shop/pages.py")
BUSY = """
import time
def work():
    end = time.monotonic() + 1
    while time.monotonic() < end:
        sum(range(1000))
def call():
    work()
call()
"""
BUSY_NODE = """
function work() { let sum = 0; for (let end = Date.now() + 500; Date.now() < end; ) sum += Math.random(); return sum; }
function call() { return work(); }
call();
"""


def test_a_function_that_calls_itself_counts_once_for_each_sample() -> None:
    functions = {each.place: each for each in count_functions(read_py_spy(RECORDED))}
    assert (functions[DRAW].own, functions[DRAW].cumulative) == (7, 7)
    assert (functions[ANSWER].own, functions[ANSWER].cumulative) == (2, 9)


def test_what_the_start_of_a_program_did_is_left_out() -> None:
    stacks = within(read_py_spy(RECORDED), CodePlace("serve", "shop/web.py"))
    assert stacks.total() == 9
    assert stacks[ANSWER,] == 2


def test_frames_around_everything_are_not_among_those_that_most_time_went_by_in() -> None:
    stacks = within(read_py_spy(RECORDED), CodePlace("serve", "shop/web.py"))
    assert [each.place for each in top_own(count_functions(stacks), 9)] == [DRAW, ANSWER]
    assert [each.place for each in top_cumulative(count_functions(stacks), stacks.total(), 9)] == [DRAW]
    assert "    7  78%      7  78%  draw  shop/pages.py" in functions_table("web", stacks)


def test_a_program_that_did_nothing_has_no_table() -> None:
    assert functions_table("workers", within(read_py_spy(""), DRAW)) == ["workers: no samples"]


def test_stacks_are_written_for_speedscope(tmp_path: Path) -> None:
    write_speedscope(tmp_path / "web.json", "listing, web", read_py_spy(RECORDED))
    written = json.loads((tmp_path / "web.json").read_text())
    [profile] = written["profiles"]
    assert sum(profile["weights"]) == profile["endValue"] == 14
    names = [written["shared"]["frames"][number]["name"] for number in profile["samples"][0]]
    assert names == ["serve", "answer", "draw"]


@pytest.mark.slow
def test_py_spy_records_a_program_that_it_starts(tmp_path: Path) -> None:
    try:
        check_py_spy()
    except CannotProfile as error:
        pytest.skip(str(error).splitlines()[0])
    (tmp_path / "busy.py").write_text(BUSY)
    command = spied([sys.executable, str(tmp_path / "busy.py")], tmp_path / "samples.txt")
    subprocess.run(command, capture_output=True, check=True)
    [first, *_] = top_own(count_functions(read_py_spy((tmp_path / "samples.txt").read_text())), 3)
    assert first.place.function == "work"
    assert first.own > 20


def test_a_machine_without_py_spy_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.profiling.programs.which", lambda name, path: None)
    with pytest.raises(CannotProfile, match="make setup"):
        find_py_spy()


def test_a_machine_that_forbids_tracing_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    forbidden = tmp_path / "py-spy"
    forbidden.write_text("#!/bin/sh\necho 'Error: Permission Denied' >&2\nexit 1\n")
    forbidden.chmod(0o755)
    monkeypatch.setattr("bench.profiling.programs.find_py_spy", lambda: str(forbidden))
    with pytest.raises(CannotProfile, match=r"Permission Denied[\s\S]+SYS_PTRACE[\s\S]+ptrace_scope"):
        check_py_spy()


@pytest.mark.slow
def test_node_profiles_a_program_that_ends(tmp_path: Path) -> None:
    (tmp_path / "busy.js").write_text(BUSY_NODE)
    recording = tmp_path / "busy.cpuprofile"
    subprocess.run(profiled_node(["node", str(tmp_path / "busy.js")], recording), check=True)
    functions = count_functions(read_node(recording.read_text()))
    assert top_own(functions, 1)[0].place == CodePlace("work", "busy.js")
    called = next(each for each in functions if each.place.function == "call")
    assert called.own < called.cumulative


@pytest.mark.slow
def test_statements_are_counted_between_two_readings(tmp_path: Path) -> None:
    with cluster.running(tmp_path, EXTENSION) as server, psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("SELECT 1 AS before")
        before = read_statements(server.url)
        for number in range(4):
            connection.execute("SELECT %s::int AS asked", [number])
        connection.execute("SELECT pg_sleep(0.05)")
        counted = since(before, read_statements(server.url))
    assert counted["SELECT $1::int AS asked"].calls == 4
    assert not any("AS before" in query for query in counted)
    assert top_statements(counted, 1)[0][0] == "SELECT pg_sleep($1)"
    assert top_statements(counted, 1, by_calls=True)[0][0] == "SELECT $1::int AS asked"
    assert any("2.00  SELECT $1::int AS asked" in line for line in statements_table(counted, requests=2))
