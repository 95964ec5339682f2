"""What the tests of e-mails share."""

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.emails.every_email import write_every_email
from tests.emails.mailed_shop import make_mailed_shop
from vintner.orders.models import Email


@pytest.fixture(scope="package")
def written(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, Email]:
    """Every e-mail, written once for all tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        emails = write_every_email(make_mailed_shop())
        transaction.set_rollback(True)
    return emails
