"""The auditor finds nothing wrong with a busy store, and everything that is done to it behind the guards' back."""

from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from vintner.money import Money
from vintner.orders.invariants import INVARIANTS, audit
from vintner.orders.models import Order, Refund
from vintner.orders.refundable import NewRefund, refund_of_line
from vintner.payments import refunds
from vintner.payments.models import ProviderEvent
from vintner.pricing.models import Coupon
from vintner.testing.builders import make_product, make_user
from vintner.testing.orders import run_without_guards
from vintner.testing.provider import DECLINED, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> ProviderDouble:
    double = ProviderDouble()
    monkeypatch.setattr("vintner.payments.provider._gateway", lambda access: double)
    return double


@pytest.fixture
def _busy_store(provider: ProviderDouble) -> None:
    """One order paid with a coupon and refunded in part, one waiting for the bank, one declined, one full cart."""
    open_store()
    wine = make_product(stock=50)
    coupon = Coupon.objects.create(
        code="five", kind="percent", amount=Decimal(5), usage_limit=9, usage_limit_per_customer=1
    )
    shopper = Shopper().puts(wine, 3)
    shopper.cart.coupons.create(coupon=coupon)
    assert shopper.pays().result == "success"
    order = Order.objects.get()
    part = refund_of_line(order.lines.get(), 1)
    new = NewRefund(amount=part.amount + part.tax, lines=(part,), restock=True)
    refunds.refund(order.pk, new, by=make_user(is_staff=True))
    Shopper().puts(wine).pays(THREE_D_SECURE, billing_email="anna@example.com")
    Shopper().puts(wine).pays(DECLINED, billing_email="berta@example.com")
    Shopper().puts(wine, 2)
    ProviderEvent.objects.create(event_id="evt_1", type="x", object_id="pi_1", handled_at=timezone.now())


# The order that has a refund is the paid one. Each line of SQL is a deed that a guard would have stopped.
SABOTAGE = {
    "I1 oversold": """
        ALTER TABLE catalogue_variation DISABLE TRIGGER catalogue_guard_stock;
        ALTER TABLE catalogue_variation DROP CONSTRAINT never_oversold;
        UPDATE catalogue_variation SET on_hand = 0""",
    "I1 held": "UPDATE catalogue_variation SET reserved = reserved + 1",
    "stock movements": """
        ALTER TABLE catalogue_variation DISABLE TRIGGER catalogue_guard_stock;
        UPDATE catalogue_variation SET on_hand = 130""",
    "stock sold": "UPDATE catalogue_stockmovement SET quantity = quantity - 1 WHERE reason = 'sold'",
    "I3 leaked hold": "UPDATE orders_stockreservation SET ended_at = NULL",
    "I3 leaked bottle": """
        INSERT INTO orders_heldbottle (variation_id, expires_at)
        SELECT id, now() - interval '1 hour' FROM catalogue_variation LIMIT 1""",
    "I3 sold without money": """
        UPDATE orders_order SET status = 'cancelled' WHERE id IN (SELECT order_id FROM orders_refund)""",
    "I5 charged twice": """
        DROP INDEX paid_at_most_once;
        UPDATE payments_payment SET status = 'succeeded', attempt = 100 + numbered.number,
            order_id = (SELECT order_id FROM orders_refund)
        FROM (SELECT id, row_number() OVER () AS number FROM payments_payment) AS numbered
        WHERE numbered.id = payments_payment.id""",
    "I6 orphaned money": """
        UPDATE orders_order SET status = 'failed' WHERE id IN (SELECT order_id FROM orders_refund)""",
    "I6 unheard of": "UPDATE payments_payment SET status = 'created', changed_at = now() - interval '1 day'",
    "I8 sums": "UPDATE orders_orderline SET subtotal = subtotal + 1",
    "I9 refunded": "UPDATE orders_refund SET amount = 999999",
    "I9 refunded line": "UPDATE orders_refundline SET quantity = 99",
    "I11 moves": "UPDATE orders_orderevent SET was = 'refunded' WHERE became = 'processing'",
    "I11 history": """
        UPDATE orders_order SET status = 'completed' WHERE id IN (SELECT order_id FROM orders_refund)""",
    "I12 news": "UPDATE payments_providerevent SET handled_at = NULL, received_at = now() - interval '1 day'",
    "I13 placed twice": """
        DROP INDEX one_pending_order_per_cart;
        UPDATE orders_order SET status = 'pending', cart_id = (SELECT cart_id FROM orders_order LIMIT 1)""",
    "I14 changed": "UPDATE orders_orderline SET name = 'Another wine'",
    "I15 uses": "DELETE FROM pricing_couponcount",
    "I15 leaked": """
        UPDATE orders_order SET status = 'cancelled' WHERE id IN (SELECT order_id FROM orders_refund)""",
    "I15 per customer": """
        INSERT INTO orders_couponclaim (redemption_id, coupon_id, who, nth)
        SELECT redemption_id, coupon_id, who, nth + 1 FROM orders_couponclaim""",
    "I18 lines": """
        DROP INDEX line_once_per_cart;
        INSERT INTO cart_cartline (cart_id, variation_id, quantity, added_at)
        SELECT cart_id, variation_id, quantity, added_at FROM cart_cartline""",
    "I20 twice": """
        ALTER TABLE orders_email DROP CONSTRAINT email_once;
        INSERT INTO orders_email (order_id, kind, about, "to", subject, text, html, created_at, message_id,
            next_try_at, tries, error)
        SELECT order_id, kind, about, "to", subject, text, html, created_at, 'x' || id,
            next_try_at, tries, error FROM orders_email""",
    "I20 missing": "DELETE FROM orders_email WHERE kind = 'processing'",
    "I20 waiting": "UPDATE orders_email SET next_try_at = now() - interval '1 day'",
    "wine ledger": "UPDATE shipping_sent SET bottles = bottles + 1",
    "revenue by source": """
        ALTER TABLE analytics_purchase DROP CONSTRAINT analytics_purchase_pkey;
        INSERT INTO analytics_purchase (order_id, noted_at, purchased_at)
        SELECT order_id, noted_at, purchased_at FROM analytics_purchase""",
}


def test_every_invariant_has_its_sabotage() -> None:
    assert [invariant.name for invariant in INVARIANTS] == list(SABOTAGE)


@pytest.mark.usefixtures("_busy_store")
def test_a_busy_store_breaks_nothing() -> None:
    assert audit() == []
    out = StringIO()
    call_command("audit_invariants", stdout=out)
    assert f"All {len(INVARIANTS)} invariants hold." in out.getvalue()


@pytest.mark.usefixtures("_busy_store")
@pytest.mark.parametrize("name", SABOTAGE)
def test_what_is_done_behind_the_guards_is_found(name: str) -> None:
    run_without_guards(SABOTAGE[name])
    assert name in {broken.invariant.name for broken in audit()}


@pytest.mark.usefixtures("_busy_store")
def test_the_command_names_the_rows_and_fails() -> None:
    run_without_guards(SABOTAGE["I9 refunded"])
    out = StringIO()
    with pytest.raises(CommandError, match="invariants do not hold"):
        call_command("audit_invariants", stdout=out)
    assert "I9 refunded: No more goes back than was paid" in out.getvalue()
    assert f"order_id={Refund.objects.get().order_id}" in out.getvalue()
    assert Refund.objects.get().amount == Money(999999)


@pytest.mark.django_db
def test_an_audit_of_an_empty_database_says_what_to_do_first() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE orders_auditrun RENAME TO elsewhere")
    with pytest.raises(CommandError, match="Migrate first"):
        call_command("audit_invariants")
