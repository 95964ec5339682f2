"""The hosted pages: what a shopper sees of a bank, a voucher, a code or her phone, and what her answer does."""

import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import stripe

from sandbox_pay.objects import qr
from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.pages.hosted import EVERY, open_page, read_action
from sandbox_pay.tests.types.sample_sales import RETURN_URL, begin_payment

STORE = "http://127.0.0.1:8000"


def get(url: str) -> httpx.Response:
    return httpx.get(url, trust_env=False)


def press(url: str, result: str, **more: str) -> httpx.Response:
    return httpx.post(url, data={"result": result, **more}, trust_env=False)


@pytest.mark.parametrize("kind", EVERY)
def test_pages_are_strict_and_name_the_sum(client: stripe.StripeClient, sandbox: SandboxProcess, kind: str) -> None:
    _, url = open_page(client, sandbox, kind)
    shown = get(url)
    assert shown.status_code == 200
    assert "120.00" in shown.text
    policy = shown.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"<script(?! type=\"module\" src=)|\son\w+=|style=", shown.text)
    framed = get(f"{url}?origin={STORE}")
    assert f"frame-ancestors {STORE}" in framed.headers["content-security-policy"]
    foreign = get(f"{url}?origin=https://evil.example")
    assert "frame-ancestors 'none'" in foreign.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("result", "status", "told"),
    [
        ("succeed", "succeeded", "succeeded"),
        ("decline", "requires_payment_method", "failed"),
        ("cancel", "requires_payment_method", "failed"),
        ("expire", "requires_payment_method", "failed"),
    ],
)
def test_the_bank_sends_the_shopper_back(
    client: stripe.StripeClient, sandbox: SandboxProcess, result: str, status: str, told: str
) -> None:
    intent_id, url = open_page(client, sandbox, "ideal")
    back = press(url, result)
    assert back.status_code == 303
    assert back.headers["location"].startswith(RETURN_URL)
    query = parse_qs(urlsplit(back.headers["location"]).query)
    intent = client.v1.payment_intents.retrieve(intent_id)
    assert intent.status == status
    assert (query["payment_intent"], query["redirect_status"]) == ([intent_id], [told])
    assert query["payment_intent_client_secret"] == [intent.client_secret]
    assert press(url, "succeed").status_code == 404
    assert client.v1.payment_intents.retrieve(intent_id).status == status


def test_a_voucher_is_printed_and_paid(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "boleto")
    voucher = read_action(intent)
    assert voucher["number"] in get(voucher["hosted_voucher_url"]).text.replace(" ", "")
    paper = get(voucher["pdf"])
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF")
    assert press(voucher["hosted_voucher_url"], "decline").status_code == 200
    assert client.v1.payment_intents.retrieve(intent.id).status == "requires_action"
    assert press(voucher["hosted_voucher_url"], "succeed").status_code == 200
    assert client.v1.payment_intents.retrieve(intent.id).status == "succeeded"
    assert get(voucher["hosted_voucher_url"]).status_code == 404


@pytest.mark.parametrize(
    ("result", "status"), [("succeed", "succeeded"), ("cancel", "requires_payment_method")], ids=["approve", "reject"]
)
def test_a_phone_answers_the_scanned_code(
    client: stripe.StripeClient, sandbox: SandboxProcess, result: str, status: str
) -> None:
    intent = begin_payment(client, sandbox, "wechat_pay")
    shown = read_action(intent)
    scan = get(shown["hosted_instructions_url"])
    assert 'alt="Code that opens the WeChat Pay page on your phone"' in scan.text
    drawn = get(shown["image_url_svg"])
    assert (drawn.headers["content-type"], drawn.text) == ("image/svg+xml", qr.svg(shown["data"]))
    photo = get(shown["image_url_png"])
    assert (photo.headers["content-type"], photo.content) == ("image/png", qr.png(shown["data"]))
    assert shown["image_data_url"] == qr.data_url(shown["data"])
    assert press(shown["data"], result).status_code == 200
    assert client.v1.payment_intents.retrieve(intent.id).status == status
    assert get(shown["image_url_svg"]).status_code == 404


def test_the_phone_lists_what_waits_for_approval(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    phone = f"{sandbox.base_url}/sandbox/phone"
    assert "Nothing waits" in get(phone).text
    elsewhere = httpx.get(phone, headers={"Host": "rebound.example"}, trust_env=False)
    assert elsewhere.status_code == 404
    intent = begin_payment(client, sandbox, "blik")
    link = re.search(r'href="(/sandbox/phone/\w+)">BLIK asks: pay 120.00 PLN', get(phone).text)
    assert link is not None
    assert press(f"{sandbox.base_url}{link[1]}", "succeed").status_code == 200
    assert client.v1.payment_intents.retrieve(intent.id).status == "succeeded"
    assert "Nothing waits" in get(phone).text


def test_cash_app_comes_back_from_the_phone(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent_id, url = open_page(client, sandbox, "cashapp")
    assert press(url, "succeed").headers["location"].startswith(RETURN_URL)
    assert client.v1.payment_intents.retrieve(intent_id).status == "succeeded"


def test_an_account_is_proved_by_the_deposits_code(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent_id, url = open_page(client, sandbox, "us_bank_account")
    wrong = press(url, "succeed", code="SM00XX")
    assert wrong.status_code == 400
    assert 'aria-invalid="true"' in wrong.text
    assert client.v1.payment_intents.retrieve(intent_id).status == "requires_action"
    assert press(url, "succeed", code="sm11aa").status_code == 200
    assert client.v1.payment_intents.retrieve(intent_id).status == "processing"


@pytest.mark.parametrize("path", ["authorize", "voucher", "phone", "scan", "verify"])
def test_a_payment_has_its_own_kind_of_page_only(
    client: stripe.StripeClient, sandbox: SandboxProcess, path: str
) -> None:
    assert get(f"{sandbox.base_url}/sandbox/{path}/nothing").status_code == 404
    intent_id, url = open_page(client, sandbox, "oxxo" if path != "voucher" else "ideal")
    token = url.rsplit("/", 1)[1]
    assert press(f"{sandbox.base_url}/sandbox/{path}/{token}", "succeed").status_code == 404
    assert client.v1.payment_intents.retrieve(intent_id).status == "requires_action"
