"""The merchant's page of how well payments work, and the figures for monitoring."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.money import Money
from vintner.payments.health.health import PaymentHealth, find_problems, read_health, render_metrics
from vintner.payments.models import Case, Payment, ProviderEvent, RefusedEvent
from vintner.payments.tests.health.figures import FIGURES, JUST_NOW, KEYS, LONG_AGO, NOW, PAGE, WELL, read_figures
from vintner.payments.tests.webhooks.events import SECRET, build_event, deliver_event, sign_event
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import BROKE, DECLINED, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper
from vintner.web.dates import day_in_words

SOON = Case(respond_by=NOW + timedelta(days=9))
DAY = day_in_words(timezone.localdate(NOW + timedelta(days=9)))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (replace(WELL, keys=replace(KEYS, secret="sk_test_1", publishable="pk_test_1")), "with test keys"),
        (replace(WELL, keys=replace(KEYS, publishable="pk_test_1")), "different modes"),
        (replace(WELL, keys=replace(KEYS, webhook_secrets=0)), "No webhook secret is set"),
        (replace(WELL, events_refused=1, events_refused_at=NOW), "not signed with this store's"),
        (replace(WELL, last_event=None, events_refused=1, events_refused_at=NOW), "not signed with this store's"),
        (replace(WELL, last_event=NOW - timedelta(hours=3), last_paid=LONG_AGO), "sent no message about"),
        (replace(WELL, last_event=None, last_paid=LONG_AGO), "sent no message about"),
        (replace(WELL, events_waiting=2, events_waiting_since=LONG_AGO), "wait to be handled"),
        (replace(WELL, jobs_failed=3), "3 jobs about payments were given up"),
        (replace(WELL, cases=(Case(),)), "1 payment is in doubt: answer at the card service. See"),
        (replace(WELL, cases=(Case(), SOON)), f"2 payments are in doubt: answer at the card service, by {DAY} at"),
        (replace(WELL, last_reconcile=None), "the worker is down"),
        (replace(WELL, last_reconcile=LONG_AGO), "the worker is down"),
    ],
)
def test_what_is_wrong_is_told(found: PaymentHealth, words: str) -> None:
    [problem] = find_problems(found, NOW)
    assert words in problem


@pytest.mark.parametrize(
    "found",
    [
        WELL,
        replace(WELL, events_refused=1, events_refused_at=LONG_AGO),
        replace(WELL, events_waiting=1, events_waiting_since=JUST_NOW),
        replace(WELL, last_event=None, last_paid=None),
        replace(WELL, last_event=LONG_AGO, last_paid=JUST_NOW),
        replace(WELL, cases=(Case(respond_by=LONG_AGO),)),
        replace(WELL, keys=replace(KEYS, secret="sk_test_sandbox_1", sandbox=True, production=False)),
    ],
)
def test_what_is_well_is_not_complained_about(found: PaymentHealth) -> None:
    assert find_problems(found, NOW) == ()


@pytest.fixture
def busy(store: None, provider: ProviderDouble, settings: Settings) -> Client:
    """A store with payments of all kinds; and staff that may look at orders."""
    settings.CAPTURE_LATER = False
    for card in ("pm_good", DECLINED, BROKE, BROKE, THREE_D_SECURE):
        Shopper().puts(make_product()).pays(card)
    settings.CAPTURE_LATER = True
    Shopper().puts(make_product(price="20.00")).pays()
    paid = Payment.objects.get(status="succeeded")
    soon = timezone.now() + timedelta(days=9)
    case = {"doubt": "dispute", "reason": "fraudulent", "amount": Money(900), "respond_by": soon}
    Case.objects.create(payment=paid, provider_id="du_1", **case)
    ProviderEvent.objects.create(event_id="evt_1", type="x", object_id="pi_1")
    client = Client()
    staff = make_user("manager@example.com", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_order"))
    client.force_login(staff)
    return client


def test_the_page_shows_what_happens(busy: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(24):
        page = busy.get(PAGE)
    shown = " ".join(page.content.decode().split())
    assert "no-store" in page["Cache-Control"]
    for words in (
        "Sandbox: test cards only",
        '<td>insufficient_funds</td><td class="number">2</td>',
        '<td>Declined</td><td class="number">3</td>',
        '<td>Paid</td><td class="number">1</td>',
        "fraudulent · du_1",
        "$9.00",
        'Set aside, to be captured</th><td class="number">1<small>',
        "the worker is down",
    ):
        assert words in shown, words


def test_it_is_found_from_the_list_of_payments(busy: Client) -> None:
    manager = make_user("chief@example.com", is_staff=True, is_superuser=True)
    busy.force_login(manager)
    assert "How well payments work" in busy.get("/admin/payments/payment/").content.decode()
    assert busy.get("/admin/payments/payment/health/")["Location"] == PAGE
    assert "du_1" in busy.get("/admin/payments/case/").content.decode()


@pytest.mark.django_db
def test_only_staff_that_may_look_at_orders_sees_it(client: Client) -> None:
    assert client.get(PAGE)["Location"].startswith("/admin/login/")
    client.force_login(make_user("new@example.com", is_staff=True))
    assert client.get(PAGE).status_code == 403


@pytest.mark.django_db
def test_news_that_nobody_signed_are_counted(client: Client, settings: Settings) -> None:
    settings.STRIPE_WEBHOOK_SECRETS = [SECRET]
    for _ in range(3):
        assert deliver_event(client, build_event(), "t=1,v1=00") == 400
    found = read_health(timezone.now())
    assert (found.events_refused, RefusedEvent.objects.count()) == (3, 1)
    assert any("not signed" in problem for problem in find_problems(found, timezone.now()))
    assert deliver_event(client, build_event(), sign_event(build_event())) == 200
    assert not any("not signed" in problem for problem in find_problems(read_health(timezone.now()), timezone.now()))


def test_jobs_that_were_given_up_are_counted(busy: Client) -> None:
    job = ProcrastinateJob.objects.filter(task_name="orders.send_order_emails").latest("id")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE procrastinate_jobs SET task_name = 'payments.detach', status = 'failed' WHERE id = %s", [job.pk]
        )
    assert read_health(timezone.now()).jobs_failed == 1


def test_monitoring_with_the_token_reads_the_figures(busy: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "a long word"
    for wrong in ({}, {"Authorization": "Bearer another"}, {"Authorization": "a"}):
        assert Client().get(FIGURES, headers=wrong).status_code == 404
    answer = Client().get(FIGURES, headers={"Authorization": "Bearer a long word"})
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    told = read_figures(answer.content)
    expected = {
        ("payments_24h", "succeeded"): 1,
        ("payments_24h", "declined"): 3,
        ("payments_24h", "unexpected"): 0,
        ("payment_errors_24h", "insufficient_funds"): 2,
        ("payment_cases_open", "dispute"): 1,
        ("payments_waiting", ""): 1,
        ("payment_news_waiting", ""): 1,
    }
    assert {key: told[key] for key in expected} == expected
    assert ("payment_last_news_seconds", "") in told


@pytest.mark.django_db
def test_without_a_token_there_are_no_figures(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get(FIGURES, headers={"Authorization": "Bearer "}).status_code == 404


def test_a_code_from_outside_cannot_break_a_figure() -> None:
    code = 'x"} 1\nevil 2'
    told = read_figures(render_metrics(replace(WELL, declines=((code, 1),)), NOW))
    assert told["payment_errors_24h", code] == 1
