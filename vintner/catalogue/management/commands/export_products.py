"""`manage.py export_products FILE`."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from vintner.catalogue.exporting.products_file import write_products


class Command(BaseCommand):
    """Export products."""

    help = (
        "Write all products to a CSV file with the columns of `import_products`. Pictures, subscriptions and facts of "
        "single variations are not in it, and the stock only with --stock."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--stock",
            action="store_true",
            help="with the stock: importing the file then sets it, also if bottles were sold meanwhile",
        )

    def handle(self, *, file: Path, stock: bool, **_: object) -> None:
        try:
            with file.open("w", encoding="utf-8", newline="") as out:
                rows = write_products(out, with_stock=stock)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"Rows written: {rows}")
