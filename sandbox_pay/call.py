"""One request for an operation: caller, parameters, time and transaction."""

import sqlite3
from dataclasses import dataclass, field

from pydantic import JsonValue

from sandbox_pay.protocol.json import Form, Json


@dataclass
class Call:
    """`target` is the identifier in the address; `params` are the checked parameters; `now` is the sandbox's time.

    `own_page` is false when a page of another origin asks: such a page may never send a card.
    """

    connection: sqlite3.Connection
    now: int
    public_url: str
    form: Form = field(default_factory=dict)
    params: Json = field(default_factory=dict)
    target: str = ""
    own_page: bool = True
    browser: bool = False
    request_id: str | None = None
    idempotency_key: str | None = None

    def has(self, name: str) -> bool:
        return name in self.params

    def value(self, name: str) -> JsonValue:
        return self.params.get(name)

    def text(self, name: str) -> str | None:
        """Return a text, None when it is missing or empty."""
        value = self.params.get(name)
        return value if isinstance(value, str) and value else None

    def whole(self, name: str) -> int | None:
        value = self.params.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def flag(self, name: str) -> bool:
        return self.params.get(name) is True

    def map(self, name: str) -> Json | None:
        value = self.params.get(name)
        return value if isinstance(value, dict) else None

    def texts(self, name: str) -> list[str] | None:
        value = self.params.get(name)
        return [str(item) for item in value] if isinstance(value, list) else None

    def metadata(self, before: dict[str, str]) -> dict[str, str]:
        """Return the metadata after this call: names given replace, empty values remove, an empty text clears."""
        changes = self.params.get("metadata")
        if changes == "":
            return {}
        if not isinstance(changes, dict):
            return before
        merged = {**before, **{name: str(value) for name, value in changes.items()}}
        return {name: value for name, value in merged.items() if value}
