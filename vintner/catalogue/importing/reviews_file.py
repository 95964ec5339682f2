"""Import of a CSV of reviews: product_sku, rating, date, reviewer and, if there is one, review."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Final

from django.db import transaction
from django.utils import timezone

from vintner.catalogue.importing import cells
from vintner.catalogue.importing.products_file import Summary
from vintner.catalogue.importing.tables import CsvRow, CsvTable, RejectedRow, RowProblem
from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import reviews

COLUMNS: Final = ("product_sku", "rating", "date", "reviewer")
TEXT: Final = "review"
BATCH: Final = 500
MOST_STARS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReviewRow:
    line: int
    sku: str
    author: str
    date: datetime
    rating: int | None
    text: str


class ReviewImport:
    """One run over one file. A review is known by its product, its author and its date."""

    def __init__(self, path: Path, *, report: Callable[[RejectedRow], None], progress: Callable[[int], None]) -> None:
        self._table = CsvTable(path, COLUMNS)
        self._report = report
        self._progress = progress
        known = {*COLUMNS, TEXT}
        self.summary = Summary(unread_columns=tuple(name for name in self._table.header if name.lower() not in known))

    @property
    def size(self) -> int:
        """Bytes to read."""
        return self._table.size

    def run(self) -> Summary:
        """Import all valid reviews, as approved ones."""
        for batch in _batches(self._read_rows()):
            with transaction.atomic():
                self._write(batch)
            self._progress(self._table.position)
        return self.summary

    def _read_rows(self) -> Iterator[_ReviewRow]:
        zone = timezone.get_current_timezone()
        for entry in self._table.rows():
            if isinstance(entry, RejectedRow):
                self._reject(entry)
                continue
            try:
                date = cells.moment(entry, "date", zone)
                if date is None:
                    raise RowProblem("date", "is missing")
                yield _ReviewRow(
                    line=entry.line,
                    sku=cells.read_sku(entry, "product_sku"),
                    author=cells.required(entry, "reviewer", 100),
                    date=date,
                    rating=_stars(entry),
                    text=cells.short_prose(entry, TEXT, 5000),
                )
            except RowProblem as problem:
                self._reject(RejectedRow(entry.line, problem.column, problem.reason))

    def _write(self, batch: list[_ReviewRow]) -> None:
        ids = dict(Product.objects.filter(sku__in={row.sku for row in batch}).values_list("sku", "pk"))
        known = {
            (review.product_id, review.author, review.created_at): review
            for review in Review.objects.filter(product__in=ids.values(), created_at__in={row.date for row in batch})
        }
        made: list[Review] = []
        for row in batch:
            if row.sku not in ids:
                self._reject(RejectedRow(row.line, "product_sku", f"there is no product {row.sku}"))
                continue
            key = (ids[row.sku], row.author, row.date)
            if key in known:
                self._change(known[key], row)
            else:
                known[key] = _review(ids[row.sku], row)
                made.append(known[key])
                self.summary.counts["Reviews", "made"] += 1
        Review.objects.bulk_create(made)
        reviews.refresh_ratings(ids.values())

    def _change(self, review: Review, row: _ReviewRow) -> None:
        same = (review.rating, review.text) == (row.rating, row.text)
        self.summary.counts["Reviews", "unchanged" if same else "changed"] += 1
        if not same:
            review.rating, review.text = row.rating, row.text
            if review.pk is not None:
                review.save(update_fields=["rating", "text"])

    def _reject(self, problem: RejectedRow) -> None:
        self.summary.rejected += 1
        self._report(problem)


def _stars(row: CsvRow) -> int | None:
    stars = cells.whole(row, "rating", least=1)
    if stars is not None and stars > MOST_STARS:
        raise RowProblem("rating", f"{stars} is more than {MOST_STARS}")
    return stars


def _review(product_id: int, row: _ReviewRow) -> Review:
    return Review(
        product_id=product_id,
        author=row.author,
        rating=row.rating,
        text=row.text,
        created_at=row.date,
        status=Review.Status.APPROVED,
    )


def _batches(entries: Iterable[_ReviewRow]) -> Iterator[list[_ReviewRow]]:
    waiting = iter(entries)
    while batch := list(islice(waiting, BATCH)):
        yield batch
