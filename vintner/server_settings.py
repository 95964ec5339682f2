"""The settings of the programs that the store consists of: where they listen, how many they are, where files lie."""

from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from vintner import setting_faults
from vintner.checked_env import CheckedEnv, any_text
from vintner.server_defaults import HOST, PORT, WEB_WORKERS

MONTH: Final = 30 * 24 * 3600
"""In seconds."""
_PORTS: Final = (1, 65_535)


def read_folder(env: CheckedEnv, usual: Path) -> Path:
    """Return the folder of pictures, static files and the demo's secrets, which is made where it is missing."""
    folder = Path(env.checked("VINTNER_VAR", any_text, "the path of a folder", str(usual)))
    try:
        (folder / "static").mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        env.refuse("VINTNER_VAR", "names a folder that the store cannot write to", "Write the path of one that it can")
        return usual
    return folder


def in_brackets(address: str) -> str:
    """Return an IP address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address


def read_server(env: CheckedEnv) -> tuple[str, int, int]:
    """Return the address and the port at which the web server listens, and the threads of each of its processes.

    What only the programs read themselves (server/programs.py) is looked at here, too: a number that is wrong is told
    with all others.
    """
    host = env.checked("HOST", setting_faults.listening_fault, "an address like 127.0.0.1", HOST)
    env.whole("WEB_WORKERS", WEB_WORKERS, 1, 64)
    env.whole("SANDBOX_PORT", 0, *_PORTS)
    env.whole("MALLOC_ARENA_MAX", 2, 0, 1024)
    return host, env.whole("PORT", PORT, *_PORTS), env.whole("WEB_THREADS", 5, 1, 128)
