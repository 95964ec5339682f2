"""The payment element's panels for types other than card, in Chromium: what they ask, say, and make of it."""

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.chromium import new_page
from sandbox_pay.tests.store_page_steps import DIGITS, assert_accessible, captured, expect_text, pay
from sandbox_pay.tests.store_server import Store

ADA = {"Full name": "Ada Byron", "Email": "ada@example.com"}
BRAZIL = {"Address": "Rua 1", "City": "São Paulo", "State": "SP", "Postal code": "01000-000"}


@pytest.fixture
def sandbox(store: Store) -> SandboxProcess:
    assert store.sandbox is not None
    store.sandbox.reset()
    store.heard.clear()
    return store.sandbox


@pytest.fixture
def page(browser: Browser, store: Store, sandbox: SandboxProcess) -> Iterator[Page]:
    """Open a window; no number of an account may reach the store."""
    with new_page(browser, 480, 900) as page:
        yield page
    assert not [heard for heard in store.heard if DIGITS.search(heard)]


def open_types(page: Page, store: Store, types: str, **query: str) -> FrameLocator:
    return open_page(page, store, types=types, **query)


def open_page(page: Page, store: Store, **query: str) -> FrameLocator:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    page.goto(f"{store.url}/?{words}")
    fields = page.frame_locator("iframe[title='Secure payment']")
    expect(page.locator("#seen")).not_to_be_empty()
    return fields


def fill(fields: FrameLocator, texts: Mapping[str, str]) -> None:
    for label, text in texts.items():
        fields.get_by_label(label, exact=True).fill(text)


@pytest.mark.parametrize("flow", ["payAsChosen", "tokenAsChosen"])
@pytest.mark.parametrize(
    ("kind", "home", "currency", "texts"),
    [
        ("ideal", "DE", "eur", {}),
        ("p24", "PL", "pln", {"Email": "ada@example.com"}),
        ("klarna", "DE", "eur", {"Email": "ada@example.com"}),
    ],
)
def test_a_bank_or_a_lender_is_gone_to_and_come_back_from(
    page: Page,
    store: Store,
    sandbox: SandboxProcess,
    flow: str,
    kind: str,
    home: str,
    currency: str,
    texts: dict[str, str],
) -> None:
    sandbox.move_account(home)
    fields = open_types(page, store, kind, flow=flow, currency=currency)
    expect(fields.get_by_text("Next you are sent to")).to_be_visible()
    fill(fields, texts)
    if kind == "klarna":
        fields.get_by_label("Country").select_option("DE")
    expect(page.locator("#seen")).to_have_text(f"{kind} complete")
    pay(page)
    page.get_by_role("button", name="Authorize").click()
    page.wait_for_url(f"{store.url}/returned?*redirect_status=succeeded")
    assert captured(store) == 1999


@pytest.mark.parametrize(
    ("kind", "home", "currency", "texts", "end"),
    [
        ("sepa_debit", "DE", "eur", {"IBAN": "DE08 3704 0044 0532 0130 03"}, "sepa_debit processing"),
        (
            "us_bank_account",
            "US",
            "usd",
            {"Routing number": "110000000", "Account number": "000123456789"},
            "us_bank_account requires_action",
        ),
        ("au_becs_debit", "AU", "aud", {"BSB": "000-000", "Account number": "900123456"}, "au_becs_debit processing"),
    ],
)
def test_an_account_is_debited(
    page: Page,
    store: Store,
    sandbox: SandboxProcess,
    kind: str,
    home: str,
    currency: str,
    texts: dict[str, str],
    end: str,
) -> None:
    sandbox.move_account(home)
    fields = open_types(page, store, kind, flow="payAsChosen", currency=currency)
    expect(fields.get_by_text("you let the store debit it")).to_be_visible()
    if kind == "us_bank_account":
        expect(fields.get_by_label("Account number")).to_be_hidden()
        fields.get_by_label("Bank", exact=True).select_option("Another bank, by its numbers")
    fill(fields, {**ADA, **texts})
    pay(page)
    expect_text(page, end)


def test_a_shopper_signs_in_to_her_bank(page: Page, store: Store) -> None:
    fields = open_types(page, store, "us_bank_account", flow="payAsChosen")
    fill(fields, ADA)
    expect(page.locator("#seen")).to_have_text("us_bank_account complete")
    pay(page)
    expect_text(page, "us_bank_account processing")


def test_what_the_store_knows_is_not_asked(page: Page, store: Store, sandbox: SandboxProcess) -> None:
    sandbox.move_account("PL")
    fields = open_types(page, store, "p24", flow="payAsChosen", currency="pln", owner="known")
    expect(page.locator("#seen")).to_have_text("p24 complete")
    expect(fields.get_by_label("Email")).to_be_hidden()
    pay(page)
    page.get_by_role("button", name="Authorize").click()
    page.wait_for_url(f"{store.url}/returned?*redirect_status=succeeded")


def test_the_fields_of_an_intent_are_those_of_its_type(page: Page, store: Store, sandbox: SandboxProcess) -> None:
    sandbox.move_account("CA")
    fields = open_page(page, store, intent="acss_debit", currency="cad", address="asked", flow="payIntent")
    fill(fields, {**ADA, "Institution number": "000", "Transit number": "11000", "Account number": "000123456789"})
    pay(page)
    expect_text(page, "requires_action")


def test_an_account_is_kept_for_later(page: Page, store: Store, sandbox: SandboxProcess) -> None:
    sandbox.move_account("DE")
    fields = open_types(page, store, "sepa_debit", flow="keepAsChosen", currency="eur")
    expect(fields.get_by_text("You let Vintner use this for later payments")).to_be_visible()
    fill(fields, {**ADA, "IBAN": "AT611904300234573201"})
    pay(page)
    expect_text(page, "sepa_debit succeeded")


def test_what_is_wrong_is_said_beside_the_field(page: Page, store: Store, sandbox: SandboxProcess) -> None:
    sandbox.move_account("DE")
    fields = open_types(page, store, "sepa_debit", flow="payAsChosen", currency="eur")
    pay(page)
    expect_text(page, "validation_error incomplete_name")
    expect(fields.get_by_label("Full name")).to_be_focused()
    fill(fields, ADA)
    iban = fields.get_by_label("IBAN")
    iban.press_sequentially("de0837040044053201300")
    expect(iban).to_have_value("DE08 3704 0044 0532 0130 0")
    iban.press_sequentially("4")
    expect(iban).to_have_accessible_description("Your IBAN is invalid.")
    assert_accessible(page)
    iban.fill("DE89370400440532013001")
    pay(page)
    expect_text(page, "validation_error invalid_iban")


def test_a_tax_number_is_shaped_while_typed_and_checked_by_the_provider(
    page: Page, store: Store, sandbox: SandboxProcess
) -> None:
    sandbox.move_account("BR")
    fields = open_types(page, store, "boleto", flow="payAsChosen", currency="brl")
    fill(fields, {**ADA, **BRAZIL})
    tax = fields.get_by_label("CPF or CNPJ")
    tax.press_sequentially("5299822472")
    pay(page)
    expect_text(page, "validation_error incomplete_tax_id")
    tax.press_sequentially("6")
    expect(tax).to_have_value("529.982.247-26")
    pay(page)
    expect_text(page, "tax_id_invalid")
    expect(tax).to_be_focused()
    tax.fill("529.982.247-25")
    pay(page)
    expect(page.get_by_role("dialog", name="Your voucher")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect_text(page, "boleto requires_action")


def test_a_blik_code_goes_with_the_confirmation(page: Page, store: Store, sandbox: SandboxProcess) -> None:
    sandbox.move_account("PL")
    fields = open_types(page, store, "blik", flow="payAsChosen", currency="pln")
    fill(fields, {"Email": "ada@example.com", "BLIK code": "111111"})
    pay(page)
    expect_text(page, "blik succeeded")


@pytest.mark.parametrize("layout", ["tabs", "accordion"])
def test_one_of_several_types_is_chosen_by_keyboard(
    page: Page, store: Store, sandbox: SandboxProcess, layout: str
) -> None:
    sandbox.move_account("DE")
    fields = open_types(page, store, "card,ideal,sepa_debit", flow="payAsChosen", currency="eur", layout=layout)
    expect(fields.get_by_label("Card number")).to_be_visible()
    assert_accessible(page)
    fields.get_by_role("radio", name="Card").press("ArrowDown")
    expect(fields.get_by_role("radio", name="iDEAL")).to_be_checked()
    expect(page.locator("#seen")).to_have_text("ideal complete")
    expect(fields.get_by_label("Card number")).to_be_hidden()
    fields.get_by_role("radio", name="iDEAL").press("ArrowDown")
    expect(page.locator("#seen")).to_have_text("sepa_debit incomplete")
    assert_accessible(page)
    fill(fields, {**ADA, "IBAN": "AT321904300235473204"})
    pay(page)
    expect_text(page, "sepa_debit processing")


def test_a_type_that_the_store_takes_back_is_chosen_no_more(page: Page, store: Store) -> None:
    open_types(page, store, "ideal")
    chosen = page.evaluate("""async () => {
        const group = { mode: 'payment', amount: 1999, currency: 'eur', allowedPaymentMethodTypes: ['card', 'ideal'] };
        const elements = Stripe('pk_test_sandbox_vintner').elements(group);
        const fields = elements.create('payment');
        const ready = new Promise((done) => fields.once('ready', done));
        fields.mount(document.querySelector('main'));
        await ready;
        const changed = new Promise((done) => fields.once('change', (event) => done(event.value.type)));
        await elements.update({ allowedPaymentMethodTypes: ['p24', 'ideal'] });
        return changed;
    }""")
    assert chosen == "p24"
