"""Which way an order may go, and how addresses are written."""

import pytest

from vintner.orders.rules import MOVES, PAID, STAFF_MOVES, Status, may_move
from vintner.shipping.regions import Address


def test_a_paid_order_never_becomes_an_unpaid_one() -> None:
    for was in (*PAID, Status.REFUNDED):
        for unpaid in (Status.PENDING, Status.FAILED):
            assert not may_move(was, unpaid, by_staff=True)


def test_a_refund_is_the_end() -> None:
    assert not any(may_move(Status.REFUNDED, to, by_staff=True) for to in Status)


def test_every_status_has_its_moves_written_down() -> None:
    assert set(MOVES) == set(STAFF_MOVES) == set(Status)


@pytest.mark.parametrize(
    ("address", "lines"),
    [
        (
            Address(
                first_name="Jane",
                last_name="Doe",
                company="Doe & Co",
                address_1="1 Main St",
                city="Ojai",
                state="CA",
                postcode="93023",
                country="US",
            ),
            ("Jane Doe", "Doe & Co", "1 Main St", "Ojai, CA 93023"),
        ),
        (
            Address(
                first_name="Léa",
                last_name="Roy",
                address_1="2 Rue A",
                city="Québec",
                state="QC",
                postcode="G1R 4P5",
                country="CA",
            ),
            ("Léa Roy", "2 Rue A", "Québec QC G1R 4P5", "Canada"),
        ),
        (
            Address(
                first_name="Jo",
                last_name="Beck",
                company="Beck KG",
                address_1="Hauptstr. 1",
                address_2="Hof",
                city="Berlin",
                postcode="10115",
                country="DE",
            ),
            ("Jo Beck", "Beck KG", "Hauptstr. 1", "Hof", "10115 Berlin", "Germany"),
        ),
        (
            Address(
                first_name="Ana", address_1="Rua Um 1", city="Santos", state="SP", postcode="11010-000", country="BR"
            ),
            ("Ana", "Rua Um 1", "Santos-SP", "11010-000", "Brazil"),
        ),
        (Address(first_name="Jo", city="Ojai", country="US"), ("Jo", "Ojai")),
        (Address(first_name="Jo", state="CA", postcode="93023"), ("Jo", "CA 93023")),
        (Address(), ()),
    ],
    ids=["at home", "in Canada", "in Germany", "in Brazil", "without a state", "without a country", "nothing"],
)
def test_an_address_is_written_as_its_country_does(address: Address, lines: tuple[str, ...]) -> None:
    assert address.lines() == lines
    assert Address.read(address.stored()) == address
