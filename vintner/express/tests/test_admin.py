"""The merchant's page of express buttons."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from vintner.express.models import ExpressSettings
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
LIST = "/admin/express/expresssettings/"
ADD, PAGE = f"{LIST}add/", f"{LIST}1/change/"


def save(client: Client, page: str = PAGE, **fields: str | list[str]) -> str:
    """Send the form as a browser does, and return the page that answers."""
    form = read_form(client.get(page).text, "expresssettings_form")
    return client.post(page, {**form, **fields}, follow=True).text


def chosen() -> list[str]:
    return ExpressSettings.objects.get().wallets


def test_the_merchant_chooses_wallets_and_their_order(admin_client: Client) -> None:
    assert read_form(admin_client.get(ADD).text, "expresssettings_form")["wallets_0"] == ["apple_pay"]
    save(admin_client, ADD, wallets_0="google_pay", wallets_1="", wallets_2="apple_pay", height="44", theme="outline")
    row = ExpressSettings.objects.get()
    assert (row.wallets, row.height, row.theme) == (["google_pay", "apple_pay"], 44, "outline")
    assert row.places == ["product", "cart", "checkout", "order"]
    assert admin_client.get(ADD).status_code == 403
    page = save(admin_client, wallets_0="apple_pay", wallets_1="google_pay", places=["cart"])
    assert (chosen(), ExpressSettings.objects.get().places) == (["apple_pay", "google_pay"], ["cart"])
    assert "Apple Pay, Google Pay" in page
    assert "Google Pay, Apple Pay → Apple Pay, Google Pay" in LogEntry.objects.latest("pk").change_message


def test_the_form_shows_what_is_chosen_and_keeps_it(admin_client: Client) -> None:
    ExpressSettings.objects.create(wallets=["link", "klarna"], kind="order")
    save(admin_client)
    assert (chosen(), ExpressSettings.objects.get().kind) == (["link", "klarna"], "order")


@pytest.mark.parametrize("before", [[], ["link"]])
def test_a_wallet_behind_the_last_one_is_in_the_history(admin_client: Client, before: list[str]) -> None:
    ExpressSettings.objects.create(wallets=before)
    save(admin_client, **{f"wallets_{len(before)}": "klarna"})
    assert chosen() == [*before, "klarna"]
    assert "Klarna" in LogEntry.objects.latest("pk").change_message


def test_a_wallet_that_is_chosen_twice_is_refused_at_its_field(admin_client: Client) -> None:
    ExpressSettings.objects.create(wallets=["link"])
    page = save(admin_client, wallets_1="link")
    assert "Link is chosen twice" in page
    assert chosen() == ["link"]


def test_an_unknown_wallet_is_refused(admin_client: Client) -> None:
    ExpressSettings.objects.create(wallets=["link"])
    assert "Select a valid choice" in save(admin_client, wallets_1="paypal")
    assert chosen() == ["link"]


def test_wallets_need_a_page(admin_client: Client) -> None:
    ExpressSettings.objects.create(wallets=["link"])
    assert "Choose at least one page" in save(admin_client, places=[])
    save(admin_client, wallets_0="", places=[])
    assert chosen() == []


@pytest.mark.parametrize("height", ["39", "56", "", "x"])
def test_the_height_has_limits(admin_client: Client, height: str) -> None:
    ExpressSettings.objects.create(wallets=["link"])
    page = save(admin_client, height=height)
    assert "errorlist" in page or "text-red" in page
    assert ExpressSettings.objects.get().height == 48


def test_the_buttons_are_drawn_as_they_will_be(admin_client: Client) -> None:
    ExpressSettings.objects.create(wallets=["apple_pay", "link"], theme="outline", kind="buy", height=55)
    page = admin_client.get(PAGE).text
    assert 'aria-label="Buttons: Apple Pay, Link"' in page
    assert "Buy with Apple Pay" in page
    assert re.findall(r'height="55" rx="4" fill="([^"]*)"', page) == ["#fff", "#fafaf9"]
    assert "Buy with Link" not in page


@pytest.mark.parametrize(
    ("https", "sandbox", "said"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_the_page_says_that_https_is_missing(
    admin_client: Client, settings: Settings, https: bool, sandbox: bool, said: bool
) -> None:
    ExpressSettings.objects.create(wallets=["link"])
    settings.HTTPS, settings.SANDBOX = https, sandbox
    assert ("has no HTTPS" in admin_client.get(PAGE).text) is said


def test_the_page_says_that_keys_are_missing(admin_client: Client, settings: Settings) -> None:
    ExpressSettings.objects.create(wallets=["link"])
    assert "keys are missing" not in admin_client.get(PAGE).text
    settings.STRIPE_PUBLISHABLE_KEY = ""
    assert "keys are missing" in admin_client.get(PAGE).text


def test_a_job_asks_about_the_domain_after_each_change(admin_client: Client) -> None:
    ExpressSettings.objects.create(wallets=["link"])
    for height in ("44", "45"):
        save(admin_client, height=height)
    assert ProcrastinateJob.objects.filter(task_name="payments.check_domain").count() == 1
    assert ExpressSettings.objects.get().height == 45


def test_a_wallet_that_cannot_pay_the_store_is_refused(admin_client: Client, settings: Settings) -> None:
    ExpressSettings.objects.create(wallets=["link"])
    settings.ACCOUNT_COUNTRY = "BR"
    page = save(admin_client, wallets_0="klarna", wallets_1="amazon_pay", wallets_2="link")
    assert "Klarna and Amazon Pay cannot pay a store with prices in USD and an account in BR." in page
    assert chosen() == ["link"]
