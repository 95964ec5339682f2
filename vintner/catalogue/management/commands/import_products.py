"""`manage.py import_products FILE [--images DIR] [--reviews FILE] [--dry-run]`."""

import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Final, Protocol

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from tqdm import tqdm

from vintner.catalogue.importing.products_file import ProductImport, Summary
from vintner.catalogue.importing.reviews_file import ReviewImport
from vintner.catalogue.importing.tables import FileProblem, RejectedRow
from vintner.web.database.table_statistics import analyze_tables

MANY_ROWS: Final = 100
"""From so many written rows on, PostgreSQL looks at the tables anew. A shop of a hundred wines had pages that ran into
the time limit of a query while its tables counted as empty; fewer rows are quick by any plan.
"""


class _Import(Protocol):
    @property
    def size(self) -> int: ...
    def run(self) -> Summary: ...


Report = Callable[[RejectedRow], None]
Opener = Callable[[Report, Callable[[int], None]], _Import]


class Command(BaseCommand):
    """Import products and, with --reviews, reviews."""

    help = (
        "Take over products from a CSV file with the columns of WooCommerce's product export. Doing it again changes "
        "nothing; rows with faults are told and left out, and then the exit status is 1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--images", type=Path, metavar="DIR", help="folder that the column Images is relative to")
        parser.add_argument("--reviews", type=Path, metavar="FILE", help="CSV: product_sku, rating, date, reviewer")
        parser.add_argument("--dry-run", action="store_true", help="check everything and keep nothing")

    def handle(self, *, file: Path, images: Path | None, reviews: Path | None, dry_run: bool, **_: object) -> None:
        if images is not None and not images.is_dir():
            raise CommandError(f"{images} is not a folder.")
        imports: list[tuple[Path, Opener]] = [
            (
                file,
                lambda report, progress: ProductImport(file, images, trial=dry_run, report=report, progress=progress),
            )
        ]
        if reviews is not None:
            imports.append((reviews, lambda report, progress: ReviewImport(reviews, report=report, progress=progress)))
        with transaction.atomic() if dry_run else nullcontext():
            summaries = [self._import_file(*each) for each in imports]
            if dry_run:
                transaction.set_rollback(True)
                self.stdout.write("This was a trial: nothing was kept.")
        if not dry_run and sum(summary.written for summary in summaries) >= MANY_ROWS:
            analyze_tables("catalogue")
        if any(summary.rejected for summary in summaries):
            sys.exit(1)

    def _import_file(self, file: Path, opener: Opener) -> Summary:
        bar = tqdm(desc=file.name, unit="B", unit_scale=True, disable=None, file=sys.stderr)

        def report(problem: RejectedRow) -> None:
            with bar.external_write_mode(file=sys.stderr):
                self.stderr.write(f"{file.name}, {problem}")

        def progress(position: int) -> None:
            bar.update(position - bar.n)

        try:
            importer = opener(report, progress)
            bar.reset(total=importer.size)
            summary = importer.run()
        except FileProblem as problem:
            raise CommandError(f"{file}: {problem}") from problem
        finally:
            bar.close()
        for line in summary.lines():
            self.stdout.write(line)
        return summary
