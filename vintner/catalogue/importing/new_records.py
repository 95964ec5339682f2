"""Records by their key: those that the store has, and new ones that the rows of a batch name."""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Record = TypeVar("Record")


class RecordIndex(Generic[Key, Record]):
    """Records of one table. What a row adds counts once the row is kept, and is forgotten when it is dropped."""

    def __init__(self, stored: Iterable[tuple[Key, Record]]) -> None:
        self._known: dict[Key, Record] = {}
        for key, record in stored:
            self._known.setdefault(key, record)
        self._of_row: list[Key] = []
        self.new: list[Record] = []
        """Those of kept rows, in the order of the file."""

    def find(self, key: Key, make: Callable[[], Record]) -> Record:
        """Return the record of a key, a new one where there is none."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = make()
            self._of_row.append(key)
        return found

    def keep(self) -> list[Record]:
        """Keep what the row added; returns it."""
        kept = [self._known[key] for key in self._of_row]
        self.new += kept
        self._of_row.clear()
        return kept

    def drop(self) -> None:
        """Forget what the row added."""
        for key in self._of_row:
            del self._known[key]
        self._of_row.clear()
