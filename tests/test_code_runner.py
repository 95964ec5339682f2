"""Code that journeys have run by a program of the store."""

import os
from collections.abc import Iterator

import pytest

from tests.journeys.store.code_runner import CodeRunner

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def runner() -> Iterator[CodeRunner]:
    runner = CodeRunner(os.environ)
    yield runner
    runner.stop()


def test_it_returns_what_is_printed_and_keeps_no_names(runner: CodeRunner) -> None:
    assert runner.run("bottles = 6\nprint(bottles)\nprint('of Riesling')") == "6\nof Riesling\n"
    assert runner.run("print('bottles' in globals())") == "False\n"


def test_it_tells_what_is_raised_and_goes_on(runner: CodeRunner) -> None:
    with pytest.raises(RuntimeError, match=r"line 2, in <module>[\s\S]*ValueError: no such wine"):
        runner.run("print('before')\nraise ValueError('no such wine')")
    assert runner.run("print('after')") == "after\n"


def test_it_begins_anew_after_the_program_has_ended(runner: CodeRunner) -> None:
    with pytest.raises(RuntimeError, match="has ended"):
        runner.run("import os; os._exit(1)")
    assert runner.run("print('again')") == "again\n"
