"""Where bills go, by country. The wine goes to California in any case."""

from typing import Final

from playwright.sync_api import Page

from tests.journeys import shopper

BILLS: Final[dict[str, dict[str, str]]] = {
    "AU": {"address_1": "1 Hill St", "city": "Sydney", "state": "NSW", "postcode": "2000"},
    "BR": {"address_1": "Rua Um 1", "city": "São Paulo", "state": "SP", "postcode": "01310-100"},
    "CA": {"address_1": "1 Hill St", "city": "Toronto", "state": "ON", "postcode": "M5V 2T6"},
    "DE": {"address_1": "Hauptstr. 1", "city": "Berlin", "postcode": "10115"},
    "GB": {"address_1": "1 Hill St", "city": "London", "postcode": "SW1A 1AA"},
    "MX": {"address_1": "Calle Uno 1", "city": "Ciudad de México", "state": "CDMX", "postcode": "06000"},
    "PL": {"address_1": "ul. Prosta 1", "city": "Warszawa", "postcode": "00-001"},
}
"""An address for each; the US one is the shopper's own."""
NAME: Final = {"first_name": "Jane", "last_name": "Doe"}


def fill_classic(page: Page, country: str, email: str) -> None:
    """Fill the classic checkout's form: a bill to this country, and a parcel to California."""
    if country == "US":
        shopper.fill_address(page, email=email)
        return
    _fill(page, "billing", country, {**NAME, **BILLS[country], "phone": "555 555 0100", "email": email})
    page.get_by_label("Deliver to a different address").check()
    home = {name: value for name, value in shopper.ADDRESS.items() if name not in ("phone", "email")}
    with shopper.expect_totals(page, {"country": "US", "state": "CA", **home}):
        _fill(page, "shipping", "US", {**home, "state": "CA"})


def fill_blocks(page: Page, country: str, email: str) -> None:
    """The same in the block checkout."""
    shopper.fill_blocks(page, email=email)
    if country != "US":
        page.get_by_label("Use the same address for billing").uncheck()
        _fill(page, "billing", country, {**NAME, **BILLS[country], "phone": "555 555 0100"})


def _fill(page: Page, group: str, country: str, values: dict[str, str]) -> None:
    rest = dict(values)
    page.locator(f"#{group}_country").select_option(country)
    if state := rest.pop("state", ""):
        page.locator(f"#{group}_state").select_option(state)
    for name, value in rest.items():
        page.locator(f"#{group}_{name}").fill(value)
