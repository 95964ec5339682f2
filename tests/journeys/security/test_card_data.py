"""The store never gets to know a card's number or code, by its requests, its log or its database (PCI, SAQ A)."""

import os

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests.journeys import card_data, shopper
from tests.journeys.store.running_store import RunningStore

AMEX = "3782 822463 10005"


def test_a_planted_card_leaves_no_trace(page: Page, store: RunningStore) -> None:
    """Refused, mistyped and paid. What `watch` sees of its requests is part of the story, as of every other one."""
    shopper.add(page)
    shopper.go_to_checkout(page)
    shopper.fill_address(page)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(page.get_by_text("The card was declined.").first).to_be_visible()
    shopper.fill_card(page, AMEX, code=card_data.CODE[:3])
    shopper.press_pay(page)
    expect(shopper.card_fields(page).get_by_text("Your card's security code is incomplete.")).to_be_visible()
    shopper.fill_card(page, AMEX, code=card_data.CODE)
    shopper.press_pay(page)
    shopper.expect_receipt(page)
    assert card_data.traces(store.log) == []
    assert card_data.traces(card_data.rows(os.environ["DATABASE_URL"])) == []


WRITTEN = ["378282246310005", "3782 822463 10005", "3782-8224-6310-005", "cvc=9713", '"9713"']
SENT = ["note=3782+822463+10005", "cvc=971", "a=1&b=9713", '{"payment_data":[{"value":"971"}]}']


@pytest.mark.parametrize("written", WRITTEN)
def test_a_trace_would_be_found(written: str) -> None:
    known = {"378282246310005"}
    assert card_data.traces([f"web: paid with {written} by Jane"], known)
    assert not card_data.traces(
        ["web: 1378282246310005 paid 97.13, 19713, c517-9713-e975, 2026-11-22T09:13:11.9713Z"], known
    )


@pytest.mark.parametrize("body", SENT)
def test_a_request_would_be_noticed(body: str) -> None:
    assert card_data.in_request("http://shop.example/?wc-ajax=checkout", body)
    assert not card_data.in_request("http://shop.example/?wc-ajax=checkout", "billing_phone=555+555+0100&n=19713")


def test_digits_of_a_mark_are_no_number_unless_they_were_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    session, row = "session=4a378282246310005ffb0c2d19e77813", "row=71378282-2463-4005-9111-4a5b6c7d8e9f"
    monkeypatch.setattr(card_data, "TYPED", set())
    assert not card_data.in_request("http://shop.example/", f"{session}&{row}")
    monkeypatch.setattr(card_data, "TYPED", {"378282246310005"})
    assert card_data.in_request("http://shop.example/", session)


def test_every_table_is_looked_through(store: RunningStore) -> None:
    number, address = "4000056655665556", os.environ["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as database:
        database.execute("CREATE TABLE planted (note text)")
        try:
            database.execute("INSERT INTO planted VALUES (%s)", [f"{number[:4]} {number[4:]}"])
            found = card_data.traces(card_data.rows(address), {number})
        finally:
            database.execute("DROP TABLE planted")
    assert found == ["planted: 4000 056655665556"]
