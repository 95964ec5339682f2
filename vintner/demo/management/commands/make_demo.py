"""`manage.py make_demo [--print-logins] [--no-pictures]`: the demo world."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from vintner.demo import world
from vintner.demo.people import CUSTOMER, MANAGER


class Command(BaseCommand):
    """Make the demo world, or what is missing of it."""

    help = "Fill the store with invented wines, growers, reviews and people. Doing it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--print-logins", action="store_true", help="say who can log in, and with what password")
        parser.add_argument("--no-pictures", action="store_true", help="leave out the pictures, which take longest")

    def handle(self, *, print_logins: bool, no_pictures: bool, **_: object) -> None:
        if settings.PRODUCTION:
            raise CommandError("This store is configured for production: the demo world does not belong here.")
        world.make_world(timezone.now(), self.stdout.write, pictures=not no_pictures)
        if print_logins:
            self.stdout.write(f"Customer:     {CUSTOMER.email}  password {CUSTOMER.password}")
            self.stdout.write(f"Shop manager: {MANAGER.email}  password {MANAGER.password}  (at /admin/)")
