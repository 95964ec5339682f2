"""Settings of payments that cannot be right are told at the start and on the page of the payments' health."""

from types import SimpleNamespace

import pytest
from django.conf import settings as django_settings
from django.core import checks
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.payments.health import configuration
from vintner.payments.health.configuration import find_faults
from vintner.payments.health.health import find_problems, read_health


def list_check_messages() -> list[tuple[str, int]]:
    """What Django's checks say of it."""
    found = checks.run_checks()
    return [(str(each.id), each.level) for each in found if each.id in ("vintner.W002", "vintner.E002")]


def test_the_settings_of_the_demo_are_right() -> None:
    assert (find_faults(), list_check_messages()) == ((), [])


@pytest.mark.django_db
def test_a_type_that_does_not_take_the_store_s_currency_is_told(settings: Settings) -> None:
    settings.PAYMENT_TYPES = ["card", "ideal"]
    [fault] = find_faults()
    assert fault.code == "unsupported_currency"
    assert fault.message == "iDEAL (ideal) is enabled but takes no USD, so it is not offered: only EUR."
    assert list_check_messages() == [("vintner.W002", checks.WARNING)]
    now = timezone.now()
    assert fault.message in find_problems(read_health(now), now)
    settings.STORE_CURRENCY = "EUR"
    assert find_faults() == ()


@pytest.mark.parametrize("app", ["djstripe", "payments", "pinax.stripe.apps.Config"])
def test_another_program_that_takes_payments_is_told(app: str, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = [*django_settings.INSTALLED_APPS, app]
    changed = SimpleNamespace(PAYMENT_TYPES=["card"], INSTALLED_APPS=installed)  # Django itself would import it
    monkeypatch.setattr(configuration, "settings", changed)
    [fault] = find_faults()
    assert fault.code == "official_plugin_conflict"
    assert list_check_messages() == [("vintner.E002", checks.ERROR)]


def test_staff_reads_it_on_the_page(admin_client: Client, settings: Settings) -> None:
    settings.PAYMENT_TYPES = ["card", "ideal"]
    page = admin_client.get("/admin/payments/health/").content.decode()
    assert "iDEAL (ideal) is enabled but takes no USD" in page
