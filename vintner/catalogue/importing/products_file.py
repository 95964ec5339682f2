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
from vintner.catalogue.importing.deferred_rows import DeferredRows
from vintner.catalogue.importing.product_writer import ParentMissing, Written, write_product, write_variation
from vintner.catalogue.importing.related_records import RelatedRecords
from vintner.catalogue.importing.rows import REQUIRED, ProductRow, parse_row, unused
from vintner.catalogue.importing.tables import CsvRow, CsvTable, RejectedRow, RowProblem

BATCH: Final = 100
"""Rows per transaction."""

Tell = Callable[[RejectedRow], None]
Progress = Callable[[int], None]
Entry = CsvRow | RejectedRow


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
        self._table = CsvTable(path, REQUIRED)
        self._related = RelatedRecords(images, trial=trial)
        self._tell = tell
        self._progress = progress
        self.summary = Summary(ignored=(*unused(self._table.header), *(() if images else self._without_images())))

    @property
    def size(self) -> int:
        """Bytes to read."""
        return self._table.size

    def run(self) -> Summary:
        """Take over all rows that can be; variations whose product comes later are done in a second pass."""
        with DeferredRows() as deferred:
            for batch in _batches(self._table.rows()):
                self._write(batch, deferred, last=False)
                self._progress(self._table.position)
            for batch in _batches(deferred.rows()):
                self._write(batch, deferred, last=True)
        return self.summary

    def _without_images(self) -> tuple[str, ...]:
        return tuple(f"{name} (no folder given)" for name in self._table.header if name.lower() == "images")

    def _write(self, batch: list[Entry], deferred: DeferredRows, *, last: bool) -> None:
        touched = set()
        with transaction.atomic():
            for entry in batch:
                written = self._take(entry, deferred, last=last)
                if written is not None:
                    touched.add(written.product_id)
            products.refresh(touched, timezone.now())

    def _take(self, entry: Entry, deferred: DeferredRows, *, last: bool) -> Written | None:
        """Write one row whole or not at all."""
        if isinstance(entry, RejectedRow):
            self._reject(entry)
            return None
        try:
            row = parse_row(entry, timezone.get_current_timezone())
            _check_first(row, deferred)
            with transaction.atomic():
                written = self._write_row(row, deferred)
        except ParentMissing:
            self._related.forget()
            deferred.note_line(row.sku, row.line, of_variation=True)
            self._put_off(entry, deferred, last=last)
            return None
        except RowProblem as problem:
            self._related.forget()
            self._reject(RejectedRow(entry.line, problem.column, problem.reason))
            return None
        except (IntegrityError, DataError) as error:
            self._related.forget()
            self._reject(RejectedRow(entry.line, "", f"the database refuses the row: {str(error).splitlines()[0]}"))
            return None
        deferred.note_line(row.sku, row.line, of_variation=row.type == "variation")
        kind = "Variations" if row.type == "variation" else "Products"
        self.summary.counts[kind, written.outcome] += 1
        return written

    def _write_row(self, row: ProductRow, deferred: DeferredRows) -> Written:
        if row.type == "variation":
            parent = deferred.sku_of(row.parent)
            return write_variation(row, parent, deferred.low_stock(parent), self._related)
        written = write_product(row, self._related)
        deferred.note(row.sku, row.own_id, row.low_stock)
        return written

    def _put_off(self, row: CsvRow, deferred: DeferredRows, *, last: bool) -> None:
        if last:
            self._reject(RejectedRow(row.line, "Parent", f"there is no product {row.text('Parent')}"))
        else:
            deferred.put_off(row)

    def _reject(self, problem: RejectedRow) -> None:
        self.summary.rejected += 1
        self._tell(problem)


def _check_first(row: ProductRow, deferred: DeferredRows) -> None:
    """Refuse an SKU that a line before was taken over with: the later row would write over the earlier one."""
    line = deferred.line_of(row.sku, of_variation=row.type == "variation")
    if line not in (None, row.line):
        raise RowProblem("SKU", f"stands on line {line} already")


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    waiting = iter(entries)
    while batch := list(islice(waiting, BATCH)):
        yield batch
