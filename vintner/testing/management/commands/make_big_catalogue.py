"""`manage.py make_big_catalogue --products 100000`: many wines, to measure with."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from vintner.testing.big_catalogue import fill


class Command(BaseCommand):
    """Make invented wines until there are as many as asked for."""

    help = "Fill the catalogue with invented wines, to see how the store does with many."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--products", type=int, default=100_000, help="how many there shall be")

    def handle(self, *, products: int, **_: object) -> None:
        if settings.PRODUCTION:
            raise CommandError("This store is configured for production: invented wines do not belong here.")
        name = connection.settings_dict["NAME"]
        self.stdout.write(f"Filling the database {name} …")
        self.stdout.write(f"Made {fill(products, timezone.now())} wines.")
