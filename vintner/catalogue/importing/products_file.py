"""Import of a product CSV."""

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
from vintner.catalogue.importing.rows import REQUIRED, ProductRow, parse_row, unread_columns
from vintner.catalogue.importing.tables import CsvRow, CsvTable, RejectedRow, RowProblem

BATCH: Final = 100
"""Rows per transaction."""

Report = Callable[[RejectedRow], None]
Progress = Callable[[int], None]
Entry = CsvRow | RejectedRow


@dataclass
class Summary:
    """The result of an import: numbers of rows by kind and outcome."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    rejected: int = 0
    unread_columns: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Return the summary as sentences."""
        kinds = dict.fromkeys(kind for kind, _ in self.counts)
        lines = [f"{kind}: {', '.join(self._outcomes(kind))}" for kind in kinds]
        if self.unread_columns:
            lines.append(f"Columns that were not read: {', '.join(self.unread_columns)}")
        lines.append(f"Rows rejected: {self.rejected}")
        return lines

    def _outcomes(self, kind: str) -> list[str]:
        outcomes = ("made", "changed", "unchanged")
        return [f"{self.counts[kind, outcome]} {outcome}" for outcome in outcomes if self.counts[kind, outcome]]


class ProductImport:
    """One run over one file. `report` is called with every rejected row, `progress` with the bytes read so far."""

    def __init__(self, path: Path, images: Path | None, *, trial: bool, report: Report, progress: Progress) -> None:
        self._table = CsvTable(path, REQUIRED)
        self._related = RelatedRecords(images, trial=trial)
        self._report = report
        self._progress = progress
        self.summary = Summary(
            unread_columns=(*unread_columns(self._table.header), *(() if images else self._without_images()))
        )

    @property
    def size(self) -> int:
        """Bytes to read."""
        return self._table.size

    def run(self) -> Summary:
        """Import all valid rows. Variations whose product comes later are written in a second pass."""
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
        product_ids = set()
        with transaction.atomic():
            for entry in batch:
                written = self._import_entry(entry, deferred, last=last)
                if written is not None:
                    product_ids.add(written.product_id)
            products.refresh_products(product_ids, timezone.now())

    def _import_entry(self, entry: Entry, deferred: DeferredRows, *, last: bool) -> Written | None:
        """Write one row whole or not at all."""
        if isinstance(entry, RejectedRow):
            self._reject(entry)
            return None
        try:
            row = parse_row(entry, timezone.get_current_timezone())
            _check_repeated_sku(row, deferred)
            with transaction.atomic():
                written = self._write_row(row, deferred)
        except ParentMissing:
            self._related.forget()
            deferred.remember_line(row.sku, row.line, of_variation=True)
            self._defer(entry, deferred, last=last)
            return None
        except RowProblem as problem:
            self._related.forget()
            self._reject(RejectedRow(entry.line, problem.column, problem.reason))
            return None
        except (IntegrityError, DataError) as error:
            self._related.forget()
            self._reject(RejectedRow(entry.line, "", f"the database refuses the row: {str(error).splitlines()[0]}"))
            return None
        deferred.remember_line(row.sku, row.line, of_variation=row.type == "variation")
        kind = "Variations" if row.type == "variation" else "Products"
        self.summary.counts[kind, written.outcome] += 1
        return written

    def _write_row(self, row: ProductRow, deferred: DeferredRows) -> Written:
        if row.type == "variation":
            parent = deferred.sku_of(row.parent)
            return write_variation(row, parent, deferred.low_stock(parent), self._related)
        written = write_product(row, self._related)
        deferred.remember_product(row.sku, row.own_id, row.low_stock)
        return written

    def _defer(self, row: CsvRow, deferred: DeferredRows, *, last: bool) -> None:
        if last:
            self._reject(RejectedRow(row.line, "Parent", f"there is no product {row.text('Parent')}"))
        else:
            deferred.defer(row)

    def _reject(self, problem: RejectedRow) -> None:
        self.summary.rejected += 1
        self._report(problem)


def _check_repeated_sku(row: ProductRow, deferred: DeferredRows) -> None:
    """Refuse an SKU of an earlier line: the later row would overwrite the earlier one."""
    line = deferred.line_of(row.sku, of_variation=row.type == "variation")
    if line not in (None, row.line):
        raise RowProblem("SKU", f"stands on line {line} already")


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    waiting = iter(entries)
    while batch := list(islice(waiting, BATCH)):
        yield batch
