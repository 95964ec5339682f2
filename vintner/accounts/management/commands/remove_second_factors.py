"""`manage.py remove_second_factors EMAIL`: for whoever lost the phone and the recovery codes."""

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from vintner.accounts.engine.password_reset import queue_notice
from vintner.customers.models import User
from vintner.web.client_address import BrowserInfo
from vintner.web.email_addresses import read_address


class Command(BaseCommand):
    help = "Remove the passkeys, the authenticator app and the recovery codes of an account, and tell its owner."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *, email: str, **_: object) -> None:
        user = User.objects.filter(email=read_address(email)).first()
        if user is None:
            raise CommandError(f"There is no account {email}.")
        with transaction.atomic():
            removed, _rows = Authenticator.objects.filter(user=user).delete()
            if removed:
                queue_notice("vintner/factors_removed", user, BrowserInfo("the server", "a command of its operator"))
        self.stdout.write(f"{removed} removed." if removed else "The account has none.")
