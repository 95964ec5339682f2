"""What stands beside a price: the bulk table, and cases."""

from vintner.web.page import Props


class Tier(Props):
    """A row of the bulk table: '3 – 5', '10 % off', '$15.29'."""

    range: str
    discount: str
    unit_price: str


class NextRow(Props):
    """The next row of the bulk table, the number of bottles `missing` for it, and its text."""

    range: str
    missing: int
    text: str


class CaseOffer(Props):
    """A quantity that one press chooses: 'Case of 6', '$108.00', and of several bottles '$18.00 each, save $12.00'."""

    quantity: int
    label: str
    price: str
    note: str
