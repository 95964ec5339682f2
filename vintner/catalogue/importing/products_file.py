"""Import of a product CSV."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from django.db import transaction
from django.utils import timezone

from vintner.catalogue import products
from vintner.catalogue.finding.filing import file_products, filing_later
from vintner.catalogue.importing.deferred_rows import DeferredRows
from vintner.catalogue.importing.picture_folder import PictureFolder
from vintner.catalogue.importing.planned_rows import PlannedRow, RowOutcome
from vintner.catalogue.importing.row_batch import Entry, RowBatch, RowResult
from vintner.catalogue.importing.rows import REQUIRED, unread_columns
from vintner.catalogue.importing.tables import CsvTable, RejectedRow

BATCH: Final = 200
"""Rows per transaction."""
MOST_NAMED: Final = 20
"""Products that the summary names."""

Report = Callable[[RejectedRow], None]
Progress = Callable[[int], None]


@dataclass
class Summary:
    """The result of an import: numbers of rows by kind and outcome."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    rejected: int = 0
    assumed_wines: int = 0
    """New products that count as wine although the file does not say so."""
    assumed_others: list[str] = field(default_factory=list)
    """Names of those that count as things without alcohol."""
    unread_columns: tuple[str, ...] = ()

    @property
    def written(self) -> int:
        """Rows that changed the database."""
        return sum(number for (_, outcome), number in self.counts.items() if outcome != "unchanged")

    def lines(self) -> list[str]:
        """Return the summary as sentences."""
        kinds = dict.fromkeys(kind for kind, _ in self.counts)
        lines = [f"{kind}: {', '.join(self._outcomes(kind))}" for kind in kinds]
        if self.assumed_wines or self.assumed_others:
            lines.append(f"The file does not say what contains alcohol: {self._assumed()}.")
        if self.unread_columns:
            lines.append(f"Columns that were not read: {', '.join(self.unread_columns)}")
        lines.append(f"Rows rejected: {self.rejected}")
        return lines

    def _assumed(self) -> str:
        wines = f"{self.assumed_wines} new {'product counts' if self.assumed_wines == 1 else 'products count'} as wine"
        if not self.assumed_others:
            return wines
        more = len(self.assumed_others) - MOST_NAMED
        names = ", ".join(self.assumed_others[:MOST_NAMED])
        named = f"{names} and {more} more" if more > 0 else names
        return f"{wines}, {len(self.assumed_others)} do not ({named}). The column “Contains alcohol?” says it: 1 or 0"

    def _outcomes(self, kind: str) -> list[str]:
        outcomes = ("made", "changed", "unchanged")
        return [f"{self.counts[kind, outcome]} {outcome}" for outcome in outcomes if self.counts[kind, outcome]]


class ProductImport:
    """One run over one file. `report` is called with every rejected row, `progress` with the bytes read so far."""

    def __init__(self, path: Path, images: Path | None, *, trial: bool, report: Report, progress: Progress) -> None:
        self._table = CsvTable(path, REQUIRED)
        self._images = PictureFolder(images) if images else None
        self._trial = trial
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
        """Import all valid rows. Rows that name what comes later are written in a second pass."""
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
        """Write a batch in one transaction, which files its products once in the end."""
        with transaction.atomic():
            with filing_later():
                results = RowBatch(deferred, self._images, trial=self._trial, last=last).write(batch)
                written = [each for each in results if isinstance(each, PlannedRow)]
                refreshed = products.refresh_changed(_product_ids(written), timezone.now())
            changed = (each for each in written if each.outcome is not RowOutcome.UNCHANGED)
            file_products([*_product_ids(changed), *refreshed])
        for result in results:
            self._count(result)

    def _count(self, result: RowResult) -> None:
        if isinstance(result, RejectedRow):
            self.summary.rejected += 1
            self._report(result)
        elif result is not None:
            self.summary.counts[result.kind, result.outcome] += 1
            self._note_assumption(result)

    def _note_assumption(self, written: PlannedRow) -> None:
        if written.assumed_alcohol:
            self.summary.assumed_wines += 1
        elif written.assumed_alcohol is False:
            self.summary.assumed_others.append(written.product.name)


def _product_ids(written: Iterable[PlannedRow]) -> set[int]:
    return {each.product.pk for each in written}


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    waiting = iter(entries)
    while batch := list(islice(waiting, BATCH)):
        yield batch
