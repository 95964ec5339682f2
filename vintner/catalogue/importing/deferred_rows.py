"""Data that an import needs beyond one batch, in a file, so that memory stays constant."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, Self

from vintner.catalogue.importing.tables import CsvRow

_WAITING: Final = "SELECT line, cells FROM waiting WHERE line > ? ORDER BY line LIMIT 100"


class DeferredRows:
    """Variations that came before their product, products by their number, and the line of each SKU.

    A context manager.
    """

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="vintner-import-")
        self._store = sqlite3.connect(f"{self._folder.name}/later.sqlite", isolation_level=None)
        self._store.execute("BEGIN")  # never committed: nobody reads the file afterwards
        self._store.execute("CREATE TABLE waiting (line INTEGER PRIMARY KEY, cells TEXT)")
        self._store.execute("CREATE TABLE product (sku TEXT PRIMARY KEY, low_stock INTEGER)")
        self._store.execute("CREATE TABLE number (id TEXT PRIMARY KEY, sku TEXT)")
        self._store.execute(
            "CREATE TABLE line (sku TEXT, of_variation INTEGER, number INTEGER, PRIMARY KEY (sku, of_variation))"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._store.close()
        self._folder.cleanup()

    @contextmanager
    def kept_if_written(self) -> Iterator[None]:
        """Forget what is remembered within, if it ends by an exception."""
        self._store.execute("SAVEPOINT rows")
        try:
            yield
        except BaseException:
            self._store.execute("ROLLBACK TO rows")
            raise
        finally:
            self._store.execute("RELEASE rows")

    def remember_product(self, sku: str, own_id: str, low_stock: int | None) -> None:
        """Remember a product's number in the other shop, and the low stock that holds for its variations."""
        self._store.execute("INSERT OR REPLACE INTO product VALUES (?, ?)", (sku, low_stock))
        if own_id:
            self._store.execute("INSERT OR REPLACE INTO number VALUES (?, ?)", (own_id, sku))

    def line_of(self, sku: str, *, of_variation: bool) -> int | None:
        """Return the line before on which the SKU stands, in whatever capitals.

        Those of products and of variations are two series.
        """
        key = (sku.lower(), of_variation)
        row = self._store.execute("SELECT number FROM line WHERE (sku, of_variation) = (?, ?)", key)
        found = row.fetchone()
        return int(found[0]) if found else None

    def remember_line(self, sku: str, line: int, *, of_variation: bool) -> None:
        """Remember on which line an SKU stands."""
        self._store.execute("INSERT OR REPLACE INTO line VALUES (?, ?, ?)", (sku.lower(), of_variation, line))

    def sku_of(self, parent: str) -> str:
        """Return the SKU that a cell of the column Parent means: an SKU, or 'id:' and a number."""
        if not parent.startswith("id:"):
            return parent
        found = self._first_value("SELECT sku FROM number WHERE id = ?", parent.removeprefix("id:").strip())
        return str(found) if found is not None else parent

    def low_stock(self, sku: str) -> int | None:
        """Return the low stock noted for a product."""
        found = self._first_value("SELECT low_stock FROM product WHERE sku = ?", sku)
        return int(str(found)) if found is not None else None

    def defer(self, row: CsvRow) -> None:
        """Store a row until all others are written."""
        self._store.execute("INSERT OR REPLACE INTO waiting VALUES (?, ?)", (row.line, json.dumps(dict(row.cells))))

    def rows(self) -> Iterator[CsvRow]:
        """Yield the deferred rows in the order of the file."""
        line = 0
        while found := self._store.execute(_WAITING, (line,)).fetchall():
            for line, cells in found:
                yield CsvRow(line, json.loads(cells))

    def _first_value(self, query: str, value: str) -> object:
        row = self._store.execute(query, (value,)).fetchone()
        return row[0] if row else None
