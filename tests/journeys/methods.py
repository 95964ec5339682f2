"""How a shopper pays by each type of payment method: what is entered, and what is answered where the provider asks."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.live import visit


class PaymentEnding(StrEnum):
    """How a payment ends. ASKED is not an end: the shopper is asked something, and has not answered yet."""

    SUCCEED = "succeed"
    DECLINE = "decline"
    CANCEL = "cancel"
    EXPIRE = "expire"
    ASKED = "asked"


class MethodFamily(StrEnum):
    """What happens after the order is placed."""

    CARD = "card"
    REDIRECT = "redirect"
    WALLET = "wallet"
    VOUCHER = "voucher"
    DEBIT = "debit"
    CODE = "code"


S, D, C, X, A = (
    PaymentEnding.SUCCEED,
    PaymentEnding.DECLINE,
    PaymentEnding.CANCEL,
    PaymentEnding.EXPIRE,
    PaymentEnding.ASKED,
)
Enter = Callable[[FrameLocator, PaymentEnding], None]


@dataclass(frozen=True, slots=True)
class Way:
    """A type, how it can end, and what is entered into the provider's fields for it."""

    type: str
    family: MethodFamily
    endings: tuple[PaymentEnding, ...]
    enter: Enter

    @property
    def gateway(self) -> str:
        return "stripe" if self.type == "card" else f"stripe_{self.type}"


def _nothing(_fields: FrameLocator, _ending: PaymentEnding) -> None:
    """What the form asks is enough."""


CARDS: Final = {S: shopper.PAID, D: shopper.DECLINED, C: shopper.CHALLENGED, A: shopper.CHALLENGED}


def _card(fields: FrameLocator, ending: PaymentEnding) -> None:
    fields.get_by_label("Card number").fill(CARDS[ending])
    fields.get_by_label("Expiration date").fill("12 / 34")
    fields.get_by_label("Security code").fill("123")


def _fields(good: Mapping[str, str], bad: Mapping[str, str]) -> Enter:
    """Return what fills fields by their labels: with what pays, or with what is declined."""

    def enter(fields: FrameLocator, ending: PaymentEnding) -> None:
        for label, value in (bad if ending is D else good).items():
            fields.get_by_label(label).fill(value)

    return enter


AWAY: Final = (S, D, C, X, A)
SEPA = _fields({"IBAN": "DE89370400440532013000"}, {"IBAN": "DE62370400440532013001"})
BACS = _fields(
    {"Sort code": "108800", "Account number": "00012345"}, {"Sort code": "108800", "Account number": "22222227"}
)
BECS = _fields({"BSB": "000000", "Account number": "000123456"}, {"BSB": "000000", "Account number": "222222227"})
ACSS = _fields(
    {"Transit number": "11000", "Institution number": "000", "Account number": "000123456789"},
    {"Transit number": "11000", "Institution number": "000", "Account number": "000222222227"},
)
BOLETO = _fields({"CPF or CNPJ": "000.000.000-00"}, {})


def _us_account(fields: FrameLocator, ending: PaymentEnding) -> None:
    """By its numbers, so that the shopper has to prove that it is hers."""
    fields.get_by_label("Bank", exact=True).select_option(label="Another bank, by its numbers")
    fields.get_by_label("Routing number").fill("110000000")
    fields.get_by_label("Account number").fill("000222222227" if ending is D else "000123456789")


WAYS: Final = {
    way.type: way
    for way in (
        Way("card", MethodFamily.CARD, (S, D, C, A), _card),
        Way("link", MethodFamily.CARD, (S,), _nothing),
        *(
            Way(name, MethodFamily.REDIRECT, AWAY, _nothing)
            for name in ("bancontact", "giropay", "sofort", "klarna", "affirm", "afterpay_clearpay", "alipay")
        ),
        *(Way(name, MethodFamily.REDIRECT, AWAY, _nothing) for name in ("ideal", "eps", "p24")),
        Way("cashapp", MethodFamily.WALLET, AWAY, _nothing),
        Way("wechat_pay", MethodFamily.WALLET, AWAY, _nothing),
        Way("blik", MethodFamily.CODE, AWAY, _nothing),
        Way("multibanco", MethodFamily.VOUCHER, (S, X, A), _nothing),
        Way("oxxo", MethodFamily.VOUCHER, (S, X, A), _nothing),
        Way("boleto", MethodFamily.VOUCHER, (S, X, A), BOLETO),
        Way("sepa_debit", MethodFamily.DEBIT, (S, D), SEPA),
        Way("bacs_debit", MethodFamily.DEBIT, (S, D), BACS),
        Way("au_becs_debit", MethodFamily.DEBIT, (S, D), BECS),
        Way("us_bank_account", MethodFamily.DEBIT, (S, D, X, A), _us_account),
        Way("acss_debit", MethodFamily.DEBIT, (S, D, X, A), ACSS),
    )
}
"""All that a list of payment methods can hold: amazon_pay comes by a button of its own only."""
BLIK_CODES: Final = {S: "111111", D: "222222"}
ANY_CODE: Final = "654321"


def choose(page: Page, way: Way) -> Locator:
    """Choose a way to pay; return what it consists of on the page."""
    radio = page.locator(f"input[name=payment_method][value={way.gateway}]")
    radio.press("Space")  # by keyboard: a total that arrives moves what is below it
    expect(radio).to_be_checked()
    return page.locator("#payment > fieldset > div").filter(has=radio)


def enter(page: Page, way: Way, ending: PaymentEnding) -> None:
    """Choose a way to pay and enter what leads to an ending."""
    place = choose(page, way)
    if way.family is MethodFamily.CODE:
        place.get_by_label("BLIK code").fill(BLIK_CODES.get(ending, ANY_CODE))
        return
    expect(place.locator("iframe")).to_be_visible()
    way.enter(place.frame_locator("iframe"), ending)


BUTTONS: Final = {S: "Authorize", D: "Be declined", C: "Cancel", X: "Let it expire"}
ON_THE_PHONE: Final = {S: "Approve", D: "Be declined", C: "Reject", X: "Let it expire"}


def answer(page: Page, way: Way, ending: PaymentEnding, sandbox: str) -> None:
    """Answer what the provider asks after the order was placed, so that the payment ends as it should."""
    ANSWERS[way.family](page, way, ending, sandbox)


def _answer_card(page: Page, _way: Way, ending: PaymentEnding, _sandbox: str) -> None:
    if ending in (C, A):
        shopper.answer_bank(page, "Complete" if ending is A else "Fail")


def _answer_bank(page: Page, _way: Way, ending: PaymentEnding, _sandbox: str) -> None:
    page.wait_for_url(re.compile(r"/sandbox/authorize/"))
    if ending is not A:
        page.get_by_role("button", name=BUTTONS[ending], exact=True).click()


def _answer_wallet(page: Page, _way: Way, ending: PaymentEnding, sandbox: str) -> None:
    token = _dialog(page, "/sandbox/scan/")
    if ending is not A:
        _press(page, f"{sandbox}/sandbox/phone/{token}", ON_THE_PHONE[ending])


def _answer_code(page: Page, _way: Way, ending: PaymentEnding, sandbox: str) -> None:
    page.wait_for_url(re.compile(r"/checkout/order-received/"))
    if ending in (C, X):
        _press(page, _asked_on_phone(page, sandbox), ON_THE_PHONE[ending])


def _answer_voucher(page: Page, _way: Way, ending: PaymentEnding, sandbox: str) -> None:
    token = _dialog(page, "/sandbox/voucher/")
    page.locator("dialog").get_by_role("button", name="Close").click()
    page.wait_for_url(re.compile(r"/checkout/order-received/"))
    if ending is not A:
        _press(page, f"{sandbox}/sandbox/voucher/{token}", "Mark as paid" if ending is S else "Let it expire")


def _answer_debit(page: Page, way: Way, ending: PaymentEnding, _sandbox: str) -> None:
    if A not in way.endings:
        return
    page.wait_for_url(re.compile(r"/checkout/order-received/"))
    proof = page.locator("a[href*='/sandbox/verify/']")
    expect(proof).to_be_visible()
    if ending is not A:
        code = "" if ending is X else "SM11AA"
        _press(page, proof.get_attribute("href") or "", "Let it expire" if ending is X else "Confirm the code", code)


ANSWERS: Final = {
    MethodFamily.CARD: _answer_card,
    MethodFamily.REDIRECT: _answer_bank,
    MethodFamily.WALLET: _answer_wallet,
    MethodFamily.CODE: _answer_code,
    MethodFamily.VOUCHER: _answer_voucher,
    MethodFamily.DEBIT: _answer_debit,
}


def _dialog(page: Page, path: str) -> str:
    """Wait for a page of the provider over the store's; return the token that names it."""
    frame = page.locator(f"dialog iframe[src*='{path}']")
    expect(frame).to_be_visible()
    found = re.search(rf"{path}(\w+)", frame.get_attribute("src") or "")
    assert found
    return found[1]


def _press(page: Page, url: str, button: str, code: str = "") -> None:
    """Press a button on a page of the provider, as on another device."""
    other = page.context.new_page()
    visit(other, url)
    if code:
        other.locator("#code").fill(code)
    other.get_by_role("button", name=button, exact=True).click()
    expect(other.get_by_role("button", name=button, exact=True)).to_have_count(0)
    other.close()


def _asked_on_phone(page: Page, sandbox: str) -> str:
    phone = page.context.new_page()
    visit(phone, f"{sandbox}/sandbox/phone")
    url = phone.get_by_role("link").first.get_attribute("href") or ""
    phone.close()
    return f"{sandbox}{url}"
