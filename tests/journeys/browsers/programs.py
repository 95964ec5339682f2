"""The programs that a browser consists of."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Final

from tests.journeys.patience import PATIENCE_SECONDS

LOG: Final = "browser.log"


@contextmanager
def program(folder: Path, *command: str, display: str = "", descriptor: int | None = None) -> Iterator[None]:
    """Run a program for as long as the block lasts. Its home and its log are in the folder.

    Raises FileNotFoundError for one that is not installed.
    """
    if which(command[0]) is None:
        raise FileNotFoundError(f"There is no {command[0]}: `bin/other-browsers` installs it.")
    homes = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / ".config")}
    given = {**os.environ, **homes, "DISPLAY": display}
    with (folder / LOG).open("ab") as log:
        started = subprocess.Popen(
            command, stdout=log, stderr=log, env=given, pass_fds=[] if descriptor is None else [descriptor]
        )
    try:
        yield
    finally:
        started.terminate()
        try:
            started.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            started.kill()
            raise
