"""Taking over a product CSV."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from vintner.catalogue import products
from vintner.catalogue.importing.later import Later
from vintner.catalogue.importing.rows import REQUIRED, ProductRow, understand, unused
from vintner.catalogue.importing.shelf import Shelf
from vintner.catalogue.importing.tables import Problem, Row, RowProblem, Table
from vintner.catalogue.importing.writing import ParentMissing, Written, write_product, write_variation

BATCH: Final = 100
"""Rows per transaction."""

Tell = Callable[[Problem], None]
Progress = Callable[[int], None]
Entry = Row | Problem


@dataclass
class Summary:
    """What an import did: numbers of rows by what they were and what became of them."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    rejected: int = 0
    ignored: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Return the summary as sentences."""
        kinds = dict.fromkeys(kind for kind, _ in self.counts)
        told = [f"{kind}: {', '.join(self._told(kind))}" for kind in kinds]
        if self.ignored:
            told.append(f"Columns that were not read: {', '.join(self.ignored)}")
        told.append(f"Rows rejected: {self.rejected}")
        return told

    def _told(self, kind: str) -> list[str]:
        outcomes = ("made", "changed", "unchanged")
        return [f"{self.counts[kind, outcome]} {outcome}" for outcome in outcomes if self.counts[kind, outcome]]


class ProductImport:
    """One run over one file. `tell` hears of every rejected row, `progress` of the bytes read."""

    def __init__(self, path: Path, images: Path | None, *, trial: bool, tell: Tell, progress: Progress) -> None:
        self._table = Table(path, REQUIRED)
        self._shelf = Shelf(images, trial=trial)
        self._tell = tell
        self._progress = progress
        self.summary = Summary(ignored=(*unused(self._table.header), *(() if images else self._without_images())))

    @property
    def size(self) -> int:
        """Bytes to read."""
        return self._table.size

    def run(self) -> Summary:
        """Take over all rows that can be; variations whose product comes later are done in a second pass."""
        with Later() as later:
            for batch in _batches(self._table.rows()):
                self._write(batch, later, last=False)
                self._progress(self._table.position)
            for batch in _batches(later.rows()):
                self._write(batch, later, last=True)
        return self.summary

    def _without_images(self) -> tuple[str, ...]:
        return tuple(f"{name} (no folder given)" for name in self._table.header if name.lower() == "images")

    def _write(self, batch: list[Entry], later: Later, *, last: bool) -> None:
        touched = set()
        with transaction.atomic():
            for entry in batch:
                written = self._take(entry, later, last=last)
                if written is not None:
                    touched.add(written.product_id)
            products.refresh(touched, timezone.now())

    def _take(self, entry: Entry, later: Later, *, last: bool) -> Written | None:
        """Write one row whole or not at all."""
        if isinstance(entry, Problem):
            self._reject(entry)
            return None
        try:
            row = understand(entry, timezone.get_current_timezone())
            _check_first(row, later)
            with transaction.atomic():
                written = self._write_row(row, later)
        except ParentMissing:
            self._shelf.forget()
            later.note_line(row.sku, row.line, of_variation=True)
            self._put_off(entry, later, last=last)
            return None
        except RowProblem as problem:
            self._shelf.forget()
            self._reject(Problem(entry.line, problem.column, problem.reason))
            return None
        except (IntegrityError, DataError) as error:
            self._shelf.forget()
            self._reject(Problem(entry.line, "", f"the database refuses the row: {str(error).splitlines()[0]}"))
            return None
        later.note_line(row.sku, row.line, of_variation=row.type == "variation")
        kind = "Variations" if row.type == "variation" else "Products"
        self.summary.counts[kind, written.outcome] += 1
        return written

    def _write_row(self, row: ProductRow, later: Later) -> Written:
        if row.type == "variation":
            parent = later.sku_of(row.parent)
            return write_variation(row, parent, later.low_stock(parent), self._shelf)
        written = write_product(row, self._shelf)
        later.note(row.sku, row.own_id, row.low_stock)
        return written

    def _put_off(self, row: Row, later: Later, *, last: bool) -> None:
        if last:
            self._reject(Problem(row.line, "Parent", f"there is no product {row.text('Parent')}"))
        else:
            later.put_off(row)

    def _reject(self, problem: Problem) -> None:
        self.summary.rejected += 1
        self._tell(problem)


def _check_first(row: ProductRow, later: Later) -> None:
    """Refuse an SKU that a line before was taken over with: the later row would write over the earlier one."""
    line = later.line_of(row.sku, of_variation=row.type == "variation")
    if line not in (None, row.line):
        raise RowProblem("SKU", f"stands on line {line} already")


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    waiting = iter(entries)
    while batch := list(islice(waiting, BATCH)):
        yield batch
