"""`manage.py audit_invariants`: says whether what must always be true of the store's data is true."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from vintner.orders.invariants import INVARIANTS
from vintner.orders.invariants.audit_runs import record_audit
from vintner.orders.models import AuditRun


class Command(BaseCommand):
    """Exits with an error, after naming them, when rows break an invariant."""

    help = "Look for rows that break an invariant of stock, money, orders, coupons, carts or emails."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rows", type=int, default=20, help="How many rows of each to print.")

    def handle(self, *args: object, rows: int, **options: object) -> None:
        if AuditRun._meta.db_table not in connection.introspection.table_names():
            raise CommandError("The database has no tables of the store yet. Migrate first: manage.py migrate")
        broken = {each.invariant.name: each for each in record_audit(timezone.now())}
        for invariant in INVARIANTS:
            found = broken[invariant.name].rows if invariant.name in broken else ()
            self.stdout.write(f"{len(found):>6}  {invariant.name}: {invariant.says}")
            for row in found[:rows]:
                self.stdout.write("        " + ", ".join(f"{name}={value}" for name, value in row.items()))
        if broken:
            raise CommandError(f"{len(broken)} of {len(INVARIANTS)} invariants do not hold.")
        self.stdout.write(f"All {len(INVARIANTS)} invariants hold.")
