"""The stock changes by movements, and by nothing else."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from vintner.catalogue.models import StockMovement, Variation
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import Reason, StockChange
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, make_variable_product, only_variation

pytestmark = pytest.mark.django_db


def history(variation: Variation) -> list[tuple[str, int, int]]:
    """Return reason, quantity and bottles on hand of all movements, oldest first."""
    return list(variation.movements.order_by("pk").values_list("reason", "quantity", "on_hand"))


def test_every_change_is_a_row_and_the_rows_add_up() -> None:
    wine, person = only_variation(make_product(stock=10)), make_user(is_staff=True)
    stock_movements.record_change(wine.pk, StockChange(reason=Reason.RECEIVED, quantity=12, by=person, note="Pallet 7"))
    stock_movements.record_change(wine.pk, StockChange(reason=Reason.BROKEN, quantity=2, by=person))
    stock_movements.record_change(wine.pk, StockChange(reason=Reason.CORRECTED, quantity=-1, by=person))
    wine.refresh_from_db()
    assert history(wine) == [("opening", 10, 10), ("received", 12, 22), ("broken", -2, 20), ("corrected", -1, 19)]
    received = wine.movements.get(reason="received")
    assert (wine.on_hand, received.by, received.note) == (19, person, "Pallet 7")


def test_a_count_is_of_what_was_on_hand_when_the_person_looked() -> None:
    wine = only_variation(make_product(stock=130))
    stock_movements.record_change(
        wine.pk, StockChange(reason=Reason.CORRECTED, quantity=-5, by=None)
    )  # as a sale does meanwhile
    with pytest.raises(Refusal) as refusal:
        stock_movements.record_change(wine.pk, StockChange(reason=Reason.COUNTED, quantity=128, by=None), against=130)
    assert refusal.value.code == "stock_changed"
    words = "The books had 130 bottles on hand when this form was opened, and have 125 now."
    assert refusal.value.message.startswith(words)
    stock_movements.record_change(wine.pk, StockChange(reason=Reason.COUNTED, quantity=123, by=None), against=125)
    assert history(wine)[-1] == ("counted", -2, 123)


def test_a_count_that_agrees_is_written_down() -> None:
    wine = only_variation(make_product(stock=6))
    stock_movements.record_change(wine.pk, StockChange(reason=Reason.COUNTED, quantity=6, by=None), against=6)
    assert history(wine)[-1] == ("counted", 0, 6)


def test_a_form_that_is_sent_twice_moves_the_bottles_once() -> None:
    wine, made = (
        only_variation(make_product(stock=0)),
        StockChange(reason=Reason.RECEIVED, quantity=12, by=None, key=uuid4()),
    )
    stock_movements.record_change(wine.pk, made)
    stock_movements.record_change(wine.pk, made)
    assert history(wine) == [("received", 12, 12)]


def test_bottles_that_orders_hold_cannot_be_taken() -> None:
    wine = only_variation(make_product(stock=5))
    Variation.objects.update(reserved=3)
    with pytest.raises(Refusal) as refusal:
        stock_movements.record_change(wine.pk, StockChange(reason=Reason.BROKEN, quantity=3, by=None))
    assert "3 of the 5 bottles" in refusal.value.message
    stock_movements.record_change(wine.pk, StockChange(reason=Reason.BROKEN, quantity=2, by=None))
    assert history(wine)[-1] == ("broken", -2, 3)


def test_the_stock_of_a_wine_that_is_not_counted_does_not_change() -> None:
    wine = only_variation(make_product(stock=None))
    with pytest.raises(Refusal):
        stock_movements.record_change(wine.pk, StockChange(reason=Reason.RECEIVED, quantity=3, by=None))
    assert stock_movements.move(Reason.SOLD, {wine.pk: -3})[0].on_hand == 0
    assert history(wine) == []


def test_all_variations_move_in_one_query_or_none_does() -> None:
    wine = make_variable_product(prices={"2018": "20.00", "2019": "20.00"}, stock=4)
    first, second = wine.variations.order_by("pk")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        stock_movements.move(Reason.SOLD, {second.pk: -1, first.pk: -4})
    assert len(queries) == 1
    with pytest.raises(IntegrityError, match="never_oversold"), transaction.atomic():
        stock_movements.move(Reason.SOLD, {first.pk: -1, second.pk: -1})
    assert (history(first)[-1], history(second)[-1]) == (("sold", -4, 0), ("sold", -1, 3))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE catalogue_variation SET on_hand = 130",
        "UPDATE catalogue_variation SET on_hand = on_hand + 1",
        """INSERT INTO catalogue_variation
        (product_id, on_hand, enabled, position, manage_stock, reserved, available, backorders)
        SELECT product_id, 5, true, 1, true, 0, true, 'no' FROM catalogue_variation""",
        "UPDATE catalogue_stockmovement SET quantity = 1",
        "DELETE FROM catalogue_stockmovement",
        """INSERT INTO catalogue_stockmovement (variation_id, reason, quantity, on_hand, note, at)
        SELECT id, 'received', 5, 5, '', now() FROM catalogue_variation""",
    ],
)
def test_the_database_refuses_every_other_way(statement: str) -> None:
    make_product(stock=10)
    with pytest.raises(IntegrityError, match="movement"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_saving_a_variation_leaves_its_stock_alone() -> None:
    stale = only_variation(make_product(stock=130))
    stock_movements.move(Reason.SOLD, {stale.pk: -5}, held={stale.pk: 2})
    stale.sku = "NEW"
    stale.save()
    stale.refresh_from_db()
    assert (stale.sku, stale.on_hand, stale.reserved) == ("NEW", 125, 2)


def test_a_deleted_wine_takes_its_movements_along_and_a_deleted_account_none() -> None:
    wine, person = make_product(stock=3), make_user(is_staff=True)
    stock_movements.record_change(only_variation(wine).pk, StockChange(reason=Reason.RECEIVED, quantity=1, by=person))
    person.delete()
    assert StockMovement.objects.get(reason="received").by is None
    wine.delete()
    assert not StockMovement.objects.exists()
