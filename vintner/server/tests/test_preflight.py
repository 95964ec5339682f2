"""What is missing is told in one sentence, before anything is done."""

import os
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.ports import hold_port
from vintner.server import preflight
from vintner.server.preflight import PYTHONS, REPOSITORY, CannotRun, UnreadableSetting
from vintner.server.programs import describe_stack


def program(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_a_taken_port_is_named_with_the_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotRun, match=rf"^Port {port} of 127\.0\.0\.1 is taken .* PORT=8080\.$"):
            describe_stack({"PORT": str(port)})


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"PORT": "eighty"}, "PORT is .eighty., which is no port number"),
        ({"HOST": "shop.invalid"}, "HOST is .shop.invalid., which is no address of this machine"),
    ],
)
def test_what_is_no_port_and_no_address_is_left_to_the_check_of_all_settings(wrong: dict[str, str], told: str) -> None:
    with pytest.raises(UnreadableSetting, match=f"^{told}"):
        describe_stack(wrong)


def test_a_setting_that_is_empty_is_none() -> None:
    assert preflight.port_number({"PORT": " "}, "PORT", 8000) == 8000
    stack = describe_stack({"HOST": "", "PORT": str(hold_port()), "SANDBOX_PORT": " ", "STRIPE_SECRET_KEY": " "})
    assert stack.host == "127.0.0.1"
    assert stack.sandbox_port is not None


def test_the_sandbox_moves_out_of_the_way() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1] - 1
        if preflight.port_problem("127.0.0.1", port):
            port = other.getsockname()[1] - 2
        stack = describe_stack({"PORT": str(port)})
        assert stack.sandbox_port not in {port, other.getsockname()[1]}
        assert stack.environment["SANDBOX_URL"] == f"http://127.0.0.1:{stack.sandbox_port}"


@pytest.mark.parametrize("settings", [{"STRIPE_SECRET_KEY": "sk_test_mine"}, {"VINTNER_ENV": "production"}])
def test_real_keys_and_production_leave_the_sandbox_out(settings: dict[str, str]) -> None:
    stack = describe_stack({"PORT": str(hold_port()), **settings})
    assert [program.name for program in stack.programs()] == ["renderer", "web", "workers"]


@pytest.mark.parametrize(("said", "arenas"), [(None, "2"), ("8", "8")], ids=["nothing said", "said by the operator"])
def test_the_web_server_has_two_arenas_of_memory(
    said: str | None, arenas: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    if said is not None:
        monkeypatch.setenv("MALLOC_ARENA_MAX", said)
    programs = {each.name: each for each in describe_stack({"PORT": str(hold_port())}).programs()}
    assert programs["web"].environment["MALLOC_ARENA_MAX"] == arenas


@pytest.mark.parametrize(
    ("said", "sentence"),
    [("v18.20.4", "but .*/node is v18.20.4"), ("v20.18.0", "is v20.18.0"), ("", "is broken")],
    ids=["too old", "a little too old", "broken"],
)
def test_a_wrong_node_is_named(said: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "node", f"echo {said}")
    program(tmp_path, "npm", "true")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        CannotRun, match=rf"^Vintner needs Node 20\.19 or newer, {'.*' if 'but' not in sentence else ''}{sentence}"
    ):
        preflight.check_node()


def test_a_missing_node_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotRun, match="but found none on the PATH"):
        preflight.check_node()


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**10, 10**10 - 10**9, 10**9))
    with pytest.raises(CannotRun, match=r"^Only 1\.0 GB are free .* needs 2\.0 GB\.$"):
        preflight.check_disk(preflight.SETUP_BYTES)


def test_without_the_right_python_nothing_starts(tmp_path: Path) -> None:
    for name in ("python3", "python", "python3.11", "python3.12", "python3.13"):
        program(tmp_path, name, '[ "$1" = --version ] && echo Python 3.9.2 && exit 0; exit 1')
    program(tmp_path, "dirname", 'exec /usr/bin/dirname "$@"')
    refused = subprocess.run(
        ["/bin/sh", str(REPOSITORY / "bin" / "run")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert refused.stderr.startswith("Vintner needs Python 3.11, 3.12 or 3.13, but found Python 3.9.2;")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(("version", "good"), [((3, 10), False), *((each, True) for each in PYTHONS), ((3, 14), False)])
def test_python_has_to_be_one_that_the_project_names(
    version: tuple[int, int], good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == f">=3.{PYTHONS[0][1]},<3.{PYTHONS[-1][1] + 1}"
    assert (f"Programming Language :: Python :: {version[0]}.{version[1]}" in project["classifiers"]) == good
    monkeypatch.setattr(sys, "version_info", (*version, 1))
    if good:
        preflight.check_python()
    else:
        with pytest.raises(CannotRun, match=r"^Vintner needs Python 3\.11, 3\.12 or 3\.13, but this is Python 3\."):
            preflight.check_python()


def test_a_second_start_is_told_about_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "VAR", tmp_path)
    with preflight.take_lock("run", wait=False), pytest.raises(CannotRun, match=rf"^Already: process {os.getpid()}$"):
        preflight.take_lock("run", wait=False, taken="Already: {holder}")
