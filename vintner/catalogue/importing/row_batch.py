"""A batch of rows: each is written whole or not at all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from vintner.catalogue.importing.batch_writer import write_rows
from vintner.catalogue.importing.deferred_rows import DeferredRows
from vintner.catalogue.importing.picture_folder import PictureFolder, RowPictures
from vintner.catalogue.importing.planned_rows import PlannedRow
from vintner.catalogue.importing.related_records import RelatedRecords
from vintner.catalogue.importing.row_planner import RowPlanner
from vintner.catalogue.importing.rows import ProductRow, parse_row
from vintner.catalogue.importing.set_writer import write_contents
from vintner.catalogue.importing.stored_products import StoredProducts
from vintner.catalogue.importing.tables import CsvRow, RejectedRow, RowMissing, RowProblem
from vintner.catalogue.models import Product
from vintner.catalogue.slugs import FreeSlugs

Entry = CsvRow | RejectedRow
RowResult = PlannedRow | RejectedRow | None
"""What came of a row: what was written, or why it was rejected; nothing of one that waits."""


@dataclass(frozen=True, slots=True)
class _ReadRow:
    """A row as it stands in the file, and what was read in it."""

    cells: CsvRow
    row: ProductRow


class RowBatch:
    """Writes the rows of a batch together. `last`: rows that name what is not there wait no longer.

    What the database refuses of them is found by halves: the rows of the other half are written together again.
    """

    def __init__(self, deferred: DeferredRows, images: PictureFolder | None, *, trial: bool, last: bool) -> None:
        self._deferred = deferred
        self._images = images
        self._trial = trial
        self._last = last

    def write(self, entries: Iterable[Entry]) -> list[RowResult]:
        """Write rows in the order of the file. Gift sets are written singly: their bottles are looked up as stored."""
        read = [_read(entry) for entry in entries]
        sets = _sets_among(read)
        results: list[RowResult] = []
        for alone, group in groupby(read, key=lambda each: isinstance(each, _ReadRow) and each.row.sku in sets):
            rows = list(group)
            for part in [[each] for each in rows] if alone else [rows]:
                results += self._write_part(part)
        return results

    def _write_part(self, part: "Sequence[_ReadRow | RejectedRow]") -> list[RowResult]:
        try:
            with self._deferred.kept_if_written(), transaction.atomic():
                return self._write_together(part)
        except (IntegrityError, DataError) as error:
            if len(part) > 1:
                half = len(part) // 2
                return [*self._write_part(part[:half]), *self._write_part(part[half:])]
            refused = RowProblem("", f"the database refuses the row: {str(error).splitlines()[0]}")
        except RowMissing as missing:  # by a set, which is written alone
            return [self._defer(each, missing) for each in part if isinstance(each, _ReadRow)]
        except RowProblem as problem:
            refused = problem
        return [_reject(each, refused) for each in part if isinstance(each, _ReadRow)]

    def _write_together(self, part: "Sequence[_ReadRow | RejectedRow]") -> list[RowResult]:
        rows = [each.row for each in part if isinstance(each, _ReadRow)]
        if not rows:
            return [each for each in part if isinstance(each, RejectedRow)]
        stored = StoredProducts(rows, {self._deferred.sku_of(row.parent) for row in rows if row.parent})
        related = RelatedRecords(rows)
        files = RowPictures(self._images, {name for row in rows for name in row.images or ()}, trial=self._trial)
        new = [row.name for row in rows if row.type != "variation" and row.sku not in stored.products]
        planner = RowPlanner(stored, related, files, FreeSlugs(Product, new))
        results = [self._plan(each, planner) for each in part]
        planned = [each for each in results if isinstance(each, PlannedRow)]
        files.create()
        related.create()
        write_rows(planned)
        self._write_set(planned)
        return results

    def _write_set(self, planned: Sequence[PlannedRow]) -> None:
        """Write what is in a set. Any other row says nothing of contents, or that there are none."""
        for row in planned:
            if row.contents or row.product.set_bottles:
                row.changed_contents = write_contents(row.product, row.contents)

    def _plan(self, each: "_ReadRow | RejectedRow", planner: RowPlanner) -> RowResult:
        if isinstance(each, RejectedRow):
            return each
        row = each.row
        try:
            self._check_repeated_sku(row)
            plan = self._plan_row(row, planner)
        except RowMissing as missing:
            return self._defer(each, missing)
        except RowProblem as problem:
            return _reject(each, problem)
        self._deferred.remember_line(row.sku, row.line, of_variation=row.type == "variation")
        return plan

    def _plan_row(self, row: ProductRow, planner: RowPlanner) -> PlannedRow:
        if row.type == "variation":
            parent = self._deferred.sku_of(row.parent)
            return planner.plan_variation(row, parent, self._deferred.low_stock(parent))
        planned = planner.plan_product(row)
        self._deferred.remember_product(row.sku, row.own_id, row.low_stock)
        return planned

    def _check_repeated_sku(self, row: ProductRow) -> None:
        """Refuse an SKU of an earlier line: the later row would overwrite the earlier one."""
        line = self._deferred.line_of(row.sku, of_variation=row.type == "variation")
        if line not in (None, row.line):
            raise RowProblem("SKU", f"stands on line {line} already")

    def _defer(self, each: _ReadRow, missing: RowMissing) -> RowResult:
        row = each.row
        self._deferred.remember_line(row.sku, row.line, of_variation=row.type == "variation")
        if self._last:
            return _reject(each, missing)
        self._deferred.defer(each.cells)
        return None


def _read(entry: Entry) -> _ReadRow | RejectedRow:
    if isinstance(entry, RejectedRow):
        return entry
    try:
        return _ReadRow(entry, parse_row(entry, timezone.get_current_timezone()))
    except RowProblem as problem:
        return RejectedRow(entry.line, problem.column, problem.reason)


def _reject(each: _ReadRow, problem: RowProblem | RowMissing) -> RejectedRow:
    return RejectedRow(each.row.line, problem.column, problem.reason)


def _sets_among(read: "Sequence[_ReadRow | RejectedRow]") -> set[str]:
    """Return the SKUs of gift sets: those that the rows fill, and those that are stored."""
    rows = [each.row for each in read if isinstance(each, _ReadRow) and each.row.type != "variation"]
    stored = Product.objects.filter(sku__in=[row.sku for row in rows], set_bottles__gt=0)
    return {row.sku for row in rows if row.contents} | set(stored.values_list("sku", flat=True) if rows else ())
