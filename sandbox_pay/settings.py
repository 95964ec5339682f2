"""Settings, all from the environment. The keys are fixed: they are no secret and pay nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sandbox_pay.protocol.addresses import is_web_address

STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Settings:
    """`public_url` is where browsers reach this program; `store_origins` are the pages that may frame it.

    `static` is the folder of the built browser files.
    """

    host: str
    port: int
    database: Path
    public_url: str
    static: Path
    store_origins: tuple[str, ...]
    webhook_url: str | None = None
    hang_seconds: float = 90.0
    """How long a timeout fault holds a request: longer than the SDK waits."""
    answer_ms: tuple[int, int] = (0, 0)
    """The least and the most that a call takes. A real provider takes about a second."""


def from_environment(environment: Mapping[str, str]) -> Settings:
    """Return the settings, or raise `ValueError` with a sentence for the person at the keyboard."""
    host = environment.get("SANDBOX_HOST", "127.0.0.1")
    port = environment.get("SANDBOX_PORT", "8001")
    if not port.isdigit() or not 0 < int(port) < 65536:
        raise ValueError(f"SANDBOX_PORT must be a number from 1 to 65535, not {port!r}.")
    origins = environment.get("SANDBOX_STORE_ORIGINS", "http://127.0.0.1:8000,http://localhost:8000")
    port_text = f"[{host}]" if ":" in host else host
    public_url = environment.get("SANDBOX_PUBLIC_URL", f"http://{port_text}:{port}")
    webhook_url = environment.get("SANDBOX_WEBHOOK_URL") or None
    if webhook_url is not None and not is_web_address(webhook_url):
        raise ValueError(f"SANDBOX_WEBHOOK_URL must be a whole http(s) address, not {webhook_url!r}.")
    return Settings(
        host=host,
        port=int(port),
        database=Path(environment.get("SANDBOX_DB", "var/sandbox_pay.sqlite3")),
        public_url=public_url.rstrip("/"),
        static=Path(environment.get("SANDBOX_STATIC") or STATIC),
        store_origins=tuple(origin.strip().rstrip("/") for origin in origins.split(",") if origin.strip()),
        webhook_url=webhook_url,
        hang_seconds=float(environment.get("SANDBOX_HANG_SECONDS", "90")),
        answer_ms=_read_answer_ms(environment.get("SANDBOX_ANSWER_MS") or "0"),
    )


def _read_answer_ms(text: str) -> tuple[int, int]:
    """Read '1000' or '800-1200'. Raises ValueError."""
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if least > most:
        raise ValueError(f"SANDBOX_ANSWER_MS must be milliseconds, such as 1000 or 800-1200, not {text!r}.")
    return least, most
