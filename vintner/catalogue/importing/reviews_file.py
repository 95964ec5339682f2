"""Taking over a CSV of reviews: product_sku, rating, date, reviewer and, if there is one, review."""

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
class _Read:
    line: int
    sku: str
    author: str
    date: datetime
    rating: int | None
    text: str


class ReviewImport:
    """One run over one file. A review is known by its product, its author and its date."""

    def __init__(self, path: Path, *, tell: Callable[[RejectedRow], None], progress: Callable[[int], None]) -> None:
        self._table = CsvTable(path, COLUMNS)
        self._tell = tell
        self._progress = progress
        known = {*COLUMNS, TEXT}
        self.summary = Summary(ignored=tuple(name for name in self._table.header if name.lower() not in known))

    @property
    def size(self) -> int:
        """Bytes to read."""
        return self._table.size

    def run(self) -> Summary:
        """Take over all reviews that can be, approved."""
        for batch in _batches(self._read()):
            with transaction.atomic():
                self._write(batch)
            self._progress(self._table.position)
        return self.summary

    def _read(self) -> Iterator[_Read]:
        zone = timezone.get_current_timezone()
        for entry in self._table.rows():
            if isinstance(entry, RejectedRow):
                self._reject(entry)
                continue
            try:
                date = cells.moment(entry, "date", zone)
                if date is None:
                    raise RowProblem("date", "is missing")
                yield _Read(
                    line=entry.line,
                    sku=cells.required(entry, "product_sku", 80),
                    author=cells.required(entry, "reviewer", 100),
                    date=date,
                    rating=_stars(entry),
                    text=cells.short(entry, TEXT, 5000),
                )
            except RowProblem as problem:
                self._reject(RejectedRow(entry.line, problem.column, problem.reason))

    def _write(self, batch: list[_Read]) -> None:
        ids = dict(Product.objects.filter(sku__in={read.sku for read in batch}).values_list("sku", "pk"))
        known = {
            (review.product_id, review.author, review.created_at): review
            for review in Review.objects.filter(product__in=ids.values(), created_at__in={read.date for read in batch})
        }
        made: list[Review] = []
        for read in batch:
            if read.sku not in ids:
                self._reject(RejectedRow(read.line, "product_sku", f"there is no product {read.sku}"))
                continue
            key = (ids[read.sku], read.author, read.date)
            if key in known:
                self._change(known[key], read)
            else:
                known[key] = _review(ids[read.sku], read)
                made.append(known[key])
                self.summary.counts["Reviews", "made"] += 1
        Review.objects.bulk_create(made)
        reviews.refresh_ratings(ids.values())

    def _change(self, review: Review, read: _Read) -> None:
        same = (review.rating, review.text) == (read.rating, read.text)
        self.summary.counts["Reviews", "unchanged" if same else "changed"] += 1
        if not same:
            review.rating, review.text = read.rating, read.text
            if review.pk is not None:
                review.save(update_fields=["rating", "text"])

    def _reject(self, problem: RejectedRow) -> None:
        self.summary.rejected += 1
        self._tell(problem)


def _stars(row: CsvRow) -> int | None:
    stars = cells.whole(row, "rating", least=1)
    if stars is not None and stars > MOST_STARS:
        raise RowProblem("rating", f"{stars} is more than {MOST_STARS}")
    return stars


def _review(product_id: int, read: _Read) -> Review:
    return Review(
        product_id=product_id,
        author=read.author,
        rating=read.rating,
        text=read.text,
        created_at=read.date,
        status=Review.Status.APPROVED,
    )


def _batches(entries: Iterable[_Read]) -> Iterator[list[_Read]]:
    waiting = iter(entries)
    while batch := list(islice(waiting, BATCH)):
        yield batch
