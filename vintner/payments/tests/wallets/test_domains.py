"""The store's domain at the provider: asked for, registered, and what is wrong with it on the health page."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core import checks
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.express.models import ExpressSettings
from vintner.payments import jobs
from vintner.payments.health.health import find_problems, read_health
from vintner.payments.models import StoreDomain
from vintner.payments.wallets.domains import check_domain, is_public, register_domain
from vintner.payments.wallets.registry import WalletDomain
from vintner.payments.wallets.wallet_faults import WalletSetup, find_domain_faults, find_setting_faults
from vintner.refusal import Refusal
from vintner.testing.builders import make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.sandbox import Sandbox

DOMAIN = "shop.example.com"
PAGE, ACTION = "/admin/payments/health/", "/admin/payments/health/domain/"
NOW = timezone.now()
WELL = WalletSetup(wallets=("apple_pay", "link"), domain=DOMAIN, https=True, sandbox=False, has_key=True)


def registered(**changes: object) -> StoreDomain:
    fields = {"name": DOMAIN, "provider_id": "pmd_1", "enabled": True, "inactive": {}, "checked_at": NOW}
    return StoreDomain(**{**fields, **changes})


@pytest.fixture
def offered(db: None, settings: Settings) -> None:
    """A store on a public domain that offers wallets."""
    settings.STORE_URL = f"https://{DOMAIN}"
    settings.HTTPS = True
    ExpressSettings.objects.create(wallets=["apple_pay", "link"])


@pytest.fixture
def staff() -> Callable[..., Client]:
    def log_in(*permissions: str) -> Client:
        user = make_user("manager@example.com", is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
        client = Client()
        client.force_login(user)
        return client

    return log_in


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (replace(WELL, has_key=False), "keys are missing"),
        (replace(WELL, https=False), "has no HTTPS"),
        (replace(WELL, domain="localhost"), "localhost is none"),
        (replace(WELL, domain="192.0.2.7"), "192.0.2.7 is none"),
        (replace(WELL, domain="shop.local"), "shop.local is none"),
        (replace(WELL, checked=registered(provider_id="", enabled=False)), "is not registered at the card service"),
        (replace(WELL, checked=registered(enabled=False)), "is switched off at the card service"),
        (replace(WELL, checked=registered(inactive={"apple_pay": "No reply."})), "the card service says: No reply."),
        (replace(WELL, checked=registered(inactive={"link": ""})), "Link is hidden on shop.example.com; the card"),
    ],
)
def test_what_keeps_wallets_hidden_is_told(setup: WalletSetup, words: str) -> None:
    [fault] = (*find_setting_faults(setup), *find_domain_faults(setup))
    assert words in fault


@pytest.mark.parametrize(
    "setup",
    [
        WELL,
        replace(WELL, checked=registered()),
        replace(WELL, checked=registered(inactive={"klarna": "A wallet that is not offered."})),
        replace(WELL, wallets=(), https=False, has_key=False, domain="localhost", checked=registered(enabled=False)),
        replace(WELL, sandbox=True, https=False, domain="127.0.0.1"),
    ],
)
def test_what_is_well_is_not_complained_about(setup: WalletSetup) -> None:
    assert [*find_setting_faults(setup), *find_domain_faults(setup)] == []


@pytest.mark.parametrize(
    ("domain", "public"),
    [(DOMAIN, True), ("localhost", False), ("127.0.0.1", False), ("::1", False), ("a.localhost", False), ("", False)],
)
def test_only_public_domains_can_be_registered(domain: str, public: bool) -> None:
    assert is_public(domain) is public


@pytest.mark.usefixtures("offered")
def test_a_domain_is_checked_registered_and_no_problem_any_more(provider: ProviderDouble) -> None:
    check_domain(DOMAIN, timezone.now())
    assert any("not registered" in each for each in find_problems(read_health(timezone.now()), timezone.now()))
    register_domain(DOMAIN, timezone.now())
    assert StoreDomain.objects.get().provider_id == f"pmd_{DOMAIN}"
    assert not any("register" in each for each in find_problems(read_health(timezone.now()), timezone.now()))


@pytest.mark.usefixtures("offered")
def test_a_domain_that_the_provider_refuses_is_told_in_its_words(provider: ProviderDouble) -> None:
    with pytest.raises(Refusal, match="That is not a domain of yours"):
        register_domain("refused.example.com", timezone.now())
    assert not StoreDomain.objects.exists()


@pytest.mark.usefixtures("offered")
def test_the_daily_job_asks_while_wallets_are_offered(provider: ProviderDouble, settings: Settings) -> None:
    jobs.check_domain()
    assert StoreDomain.objects.get().name == DOMAIN
    StoreDomain.objects.all().delete()
    ExpressSettings.objects.update(wallets=[])
    jobs.check_domain()
    ExpressSettings.objects.update(wallets=["link"])
    settings.STORE_URL = "http://127.0.0.1:8000"
    jobs.check_domain()
    assert not StoreDomain.objects.exists()


@pytest.mark.usefixtures("offered")
def test_staff_registers_the_domain_on_the_page(provider: ProviderDouble, staff: Callable[..., Client]) -> None:
    client = staff("view_order", "change_storedomain")
    assert "not checked yet" in client.get(PAGE).text
    assert "is not registered at the card service." in client.post(ACTION, {"do": "check"}, follow=True).text
    page = client.post(ACTION, {"do": "register"}, follow=True).text
    assert "is registered at the card service now." in page
    assert "<td>active</td>" in page
    entry = LogEntry.objects.latest("pk")
    assert (entry.object_id, entry.change_message) == (DOMAIN, f"{DOMAIN} is registered at the card service now.")


@pytest.mark.usefixtures("offered")
def test_the_page_gives_the_provider_s_reason(provider: ProviderDouble, staff: Callable[..., Client]) -> None:
    reason = {"apple_pay": "Nobody answered."}
    provider.domains[DOMAIN] = WalletDomain(id="pmd_1", name=DOMAIN, enabled=True, inactive=reason)
    page = staff("view_order", "change_storedomain").post(ACTION, {"do": "check"}, follow=True).text
    assert "<td>hidden: Nobody answered.</td>" in page
    assert "<td>active</td>" in page


@pytest.mark.usefixtures("offered")
def test_a_provider_that_is_down_is_told(provider: ProviderDouble, staff: Callable[..., Client]) -> None:
    provider.is_down = True
    page = staff("view_order", "change_storedomain").post(ACTION, {"do": "register"}, follow=True).text
    assert "did not answer" in page
    assert not StoreDomain.objects.exists()


@pytest.mark.usefixtures("offered")
def test_only_who_may_change_it_registers_a_domain(provider: ProviderDouble, staff: Callable[..., Client]) -> None:
    client = staff("view_order")
    assert "Register this domain" not in client.get(PAGE).text
    assert client.post(ACTION, {"do": "register"}).status_code == 403
    assert not provider.domains


@pytest.mark.usefixtures("offered")
def test_a_domain_of_this_machine_has_no_button(staff: Callable[..., Client], settings: Settings) -> None:
    settings.STORE_URL = "http://127.0.0.1:8000"
    page = staff("view_order", "change_storedomain").get(PAGE).text
    assert "no public domain" in page
    assert "displayed by the sandbox" in page
    assert "Register this domain" not in page


@pytest.mark.django_db
def test_the_sandbox_registers_and_validates_as_the_provider_does(sandbox: Sandbox) -> None:
    assert check_domain("shop.invalid", timezone.now()).provider_id == ""
    row = register_domain("shop.invalid", timezone.now())
    assert list(row.inactive) == ["apple_pay"]
    assert register_domain("shop.invalid", timezone.now()).provider_id == row.provider_id
    with pytest.raises(Refusal, match="not a valid domain name"):
        register_domain("localhost", timezone.now())


@pytest.mark.usefixtures("offered")
def test_django_s_check_of_the_database_tells_it(settings: Settings) -> None:
    def told() -> list[str]:
        found = checks.run_checks(tags=[checks.Tags.database], databases=["default"])
        return [each.msg for each in found if each.id == "vintner.W004"]

    settings.SANDBOX = False
    assert told() == []
    settings.HTTPS = False
    assert told() == ["Wallets are chosen, but STORE_URL has no HTTPS: browsers open no wallet there."]
    assert [each for each in checks.run_checks() if each.id == "vintner.W004"] == []


@pytest.mark.usefixtures("offered")
def test_the_check_waits_for_the_migrations(settings: Settings) -> None:
    settings.SANDBOX = settings.HTTPS = False
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE payments_storedomain DROP COLUMN mode")
    assert checks.run_checks(tags=[checks.Tags.database], databases=["default"]) == []


@pytest.mark.usefixtures("offered")
def test_what_was_registered_with_test_keys_is_not_registered_for_sales(
    provider: ProviderDouble, staff: Callable[..., Client], settings: Settings
) -> None:
    settings.STRIPE_SECRET_KEY = "sk_test_1"
    settings.SANDBOX = False
    register_domain(DOMAIN, timezone.now())
    client = staff("view_order", "change_storedomain")
    page = client.get(PAGE).text
    assert "with test keys: for live keys it has to be registered again" in page
    assert "<td>active</td>" in page
    settings.STRIPE_SECRET_KEY = "sk_live_1"
    page = client.get(PAGE).text
    assert "with test keys" not in page
    assert "not checked yet" in page
