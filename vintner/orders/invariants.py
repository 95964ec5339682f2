"""What has to be true of the store's data at every moment, as queries that select the rows that break it.

The tests, the nightly job and `manage.py audit_invariants` run the same queries. They read tables of other packages on
purpose: the invariants hold between stock, money, orders, coupons, carts and e-mails. That a cart is never lost (I17)
cannot be seen in rows; journeys test it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import connection

from vintner.orders.rules import all_moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant:
    """`name` is a number and a word, `says` the rule, `sql` selects the rows that break it."""

    name: str
    says: str
    sql: str


@dataclass(frozen=True, slots=True)
class Broken:
    """An invariant with the rows that break it: column → value."""

    invariant: Invariant
    rows: tuple[Mapping[str, object], ...]


def audit(invariants: Iterable[Invariant] | None = None) -> list[Broken]:
    """Return the invariants that do not hold, each with its rows."""
    found = []
    with connection.cursor() as cursor:
        for invariant in INVARIANTS if invariants is None else invariants:
            cursor.execute(invariant.sql)
            names = [column.name for column in cursor.description or ()]
            rows = tuple(dict(zip(names, row, strict=True)) for row in cursor.fetchall())
            if rows:
                found.append(Broken(invariant, rows))
    return found


_MOVES: Final = ", ".join(sorted(f"('{was}', '{to}')" for was, to in all_moves()))

STOCK: Final = (
    Invariant(
        name="I1 oversold",
        says="Of a wine that may not be backordered, no more is held than is on hand.",
        sql="""
        SELECT id AS variation, on_hand, reserved FROM catalogue_variation
        WHERE manage_stock AND backorders = 'no' AND reserved > on_hand OR reserved < 0
        """,
    ),
    Invariant(
        name="I1 held",
        says="What a wine counts as held is what unpaid orders hold of it.",
        sql="""
        SELECT v.id AS variation, v.reserved, coalesce(sum(r.quantity), 0) AS held
        FROM catalogue_variation v
        LEFT JOIN orders_stockreservation r ON r.variation_id = v.id AND r.ended_at IS NULL
        GROUP BY v.id HAVING v.reserved <> coalesce(sum(r.quantity), 0)
        """,
    ),
    Invariant(
        name="stock movements",
        says="The bottles on hand are the sum of the stock movements, and what the last movement says.",
        sql="""
        SELECT v.id AS variation, v.on_hand, coalesce(m.sum, 0) AS moved, m.last
        FROM catalogue_variation v
        LEFT JOIN LATERAL (
            SELECT sum(quantity) AS sum, (array_agg(on_hand ORDER BY id DESC))[1] AS last
            FROM catalogue_stockmovement WHERE variation_id = v.id) m ON true
        WHERE v.on_hand <> coalesce(m.sum, 0) OR v.on_hand <> m.last
        """,
    ),
    Invariant(
        name="stock sold",
        says="The movements of an order's bottles are what it has sold and not put back.",
        sql="""
        SELECT m.order_id, m.variation_id AS variation, -sum(m.quantity) AS moved, max(r.quantity) AS sold
        FROM catalogue_stockmovement m
        JOIN orders_stockreservation r ON r.order_id = m.order_id AND r.variation_id = m.variation_id AND r.sold
        WHERE m.reason IN ('sold', 'unsold')
        GROUP BY m.order_id, m.variation_id HAVING -sum(m.quantity) <> max(r.quantity)
        """,
    ),
    Invariant(
        name="I3 leaked hold",
        says="Only unpaid orders hold bottles, and none for more than ten minutes beyond its time.",
        sql="""
        SELECT r.id AS reservation, r.order_id, o.status, r.expires_at
        FROM orders_stockreservation r JOIN orders_order o ON o.id = r.order_id
        WHERE r.ended_at IS NULL
            AND (r.sold OR o.status NOT IN ('pending', 'failed') OR r.expires_at < now() - interval '10 minutes')
        """,
    ),
    Invariant(
        name="I3 sold without money",
        says="Bottles that were taken from the cellar belong to an order whose money came or is on its way.",
        sql="""
        SELECT r.id AS reservation, r.order_id, o.status
        FROM orders_stockreservation r JOIN orders_order o ON o.id = r.order_id
        WHERE r.sold AND o.status IN ('checkout-draft', 'pending', 'failed', 'cancelled')
        """,
    ),
)

MONEY: Final = (
    Invariant(
        name="I5 charged twice",
        says="An order is paid by one attempt, and by no more than its total.",
        sql="""
        SELECT p.order_id, count(*) AS payments, sum(p.captured) AS captured, o.total
        FROM payments_payment p JOIN orders_order o ON o.id = p.order_id
        WHERE p.status = 'succeeded'
        GROUP BY p.order_id, o.id, o.total HAVING count(*) > 1 OR sum(p.captured) + (
            SELECT coalesce(sum(amount), 0) FROM orders_refund r
            WHERE r.order_id = o.id AND r.key LIKE 'not-taken:%') <> o.total
        """,
    ),
    Invariant(
        name="I6 orphaned money",
        says="Money that was taken belongs to an order that knows of it, or a person was told.",
        sql="""
        SELECT p.id AS payment, p.order_id, p.status, p.captured, o.status AS order_status
        FROM payments_payment p JOIN orders_order o ON o.id = p.order_id
        WHERE p.status = 'succeeded' AND o.status IN ('checkout-draft', 'pending', 'failed')
            OR p.status = 'unexpected' AND NOT EXISTS (
                SELECT 1 FROM orders_orderevent e WHERE e.order_id = p.order_id AND e.alert)
            OR p.captured > 0 AND p.status NOT IN ('succeeded', 'unexpected')
        """,
    ),
    Invariant(
        name="I6 unheard of",
        says="Nothing that the provider was asked for stays without an answer for half an hour.",
        sql="""
        SELECT 'payment ' || id AS what, order_id, created_at AS since FROM payments_payment
        WHERE status = 'created' AND changed_at < now() - interval '30 minutes'
        UNION ALL
        SELECT 'refund ' || id, order_id, requested_at FROM orders_refund
        WHERE state = 'requested' AND requested_at < now() - interval '30 minutes'
        """,
    ),
    Invariant(
        name="I8 sums",
        says="Lines, discounts, fees, taxes and delivery of an order add up to its total, to the cent.",
        sql="""
        SELECT o.id AS order_id, o.subtotal, l.subtotal AS lines, o.discount, l.discount AS off_lines,
            a.discount AS off, o.fee_total, a.fees, o.tax_total, a.taxes, l.tax AS line_taxes, o.total
        FROM orders_order o
        LEFT JOIN LATERAL (
            SELECT coalesce(sum(subtotal), 0) AS subtotal, coalesce(sum(discount), 0) AS discount,
                coalesce(sum(tax), 0) AS tax
            FROM orders_orderline WHERE order_id = o.id) l ON true
        LEFT JOIN LATERAL (
            SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('discount', 'coupon')), 0) AS discount,
                coalesce(sum(amount) FILTER (WHERE kind = 'fee'), 0) AS fees,
                coalesce(sum(amount) FILTER (WHERE kind = 'tax'), 0) AS taxes
            FROM orders_orderadjustment WHERE order_id = o.id) a ON true
        WHERE o.total <> o.subtotal - o.discount + o.shipping_total + o.fee_total + o.tax_total
            OR o.subtotal <> l.subtotal OR o.discount <> l.discount OR o.discount <> a.discount
            OR o.fee_total <> a.fees OR o.tax_total <> a.taxes OR o.total < 0
        """,
    ),
    Invariant(
        name="I9 refunded",
        says="No more goes back than was paid: of an order, and of each payment.",
        sql="""
        SELECT o.id AS order_id, '' AS intent, sum(r.amount) AS refunded, max(p.taken) AS paid
        FROM orders_refund r JOIN orders_order o ON o.id = r.order_id
        CROSS JOIN LATERAL (
            SELECT greatest(CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.total END, coalesce(sum(captured), 0)) AS taken
            FROM payments_payment WHERE order_id = o.id) p
        WHERE r.state <> 'failed' GROUP BY o.id HAVING sum(r.amount) > max(p.taken)
        UNION ALL
        SELECT min(r.order_id), r.intent_id, sum(r.amount), coalesce(max(p.captured), 0)
        FROM orders_refund r LEFT JOIN payments_payment p ON p.intent_id = r.intent_id
        WHERE r.state <> 'failed' AND r.intent_id <> ''
        GROUP BY r.intent_id HAVING sum(r.amount) > coalesce(max(p.captured), 0)
        """,
    ),
    Invariant(
        name="I9 refunded line",
        says="No more goes back for a line than was paid for it, and no refund is less than its lines and delivery.",
        sql="""
        SELECT 'line ' || l.id AS what, l.order_id, sum(r.quantity) AS quantity, sum(r.amount) AS amount,
            sum(r.tax) AS tax
        FROM orders_refundline r JOIN orders_refund f ON f.id = r.refund_id AND f.state <> 'failed'
        JOIN orders_orderline l ON l.id = r.line_id
        GROUP BY l.id
        HAVING sum(r.quantity) > l.quantity OR sum(r.amount) > l.subtotal - l.discount OR sum(r.tax) > l.tax
            OR bool_or(f.order_id <> l.order_id)
        UNION ALL
        SELECT 'refund ' || f.id, f.order_id, sum(r.quantity), sum(r.amount), sum(r.tax)
        FROM orders_refund f JOIN orders_refundline r ON r.refund_id = f.id
        GROUP BY f.id HAVING sum(r.amount + r.tax) > f.amount - f.delivery - f.delivery_tax
        """,
    ),
)

ORDERS: Final = (
    Invariant(
        name="I11 moves",
        says="Every change of an order's status is a move that somebody may make.",
        sql=f"""
        SELECT order_id, id AS event, was, became FROM orders_orderevent
        WHERE became <> '' AND was <> '' AND (was, became) NOT IN ({_MOVES})
        """,  # noqa: S608 - our own words
    ),
    Invariant(
        name="I11 history",
        says="An order's history begins when it is placed, has no gap, and ends where the order stands.",
        sql="""
        WITH moves AS (
            SELECT order_id, id, was, became, lag(became, 1, '') OVER (PARTITION BY order_id ORDER BY id) AS before
            FROM orders_orderevent WHERE became <> '')
        SELECT order_id, id AS event, was, became, before FROM moves
        WHERE was <> before AND NOT (before = '' AND was = 'checkout-draft' AND became = 'pending')
        UNION ALL
        SELECT o.id, max(m.id), '', o.status, (array_agg(m.became ORDER BY m.id DESC))[1]
        FROM orders_order o LEFT JOIN moves m ON m.order_id = o.id
        WHERE o.status <> 'checkout-draft'
        GROUP BY o.id HAVING coalesce((array_agg(m.became ORDER BY m.id DESC))[1], '') <> o.status
        """,
    ),
    Invariant(
        name="I12 news",
        says="The provider's news are kept once each, and worked on within half an hour.",
        sql="""
        SELECT event_id, count(*) AS times, min(received_at) AS received_at FROM payments_providerevent
        GROUP BY event_id
        HAVING count(*) > 1
            OR bool_or(handled_at IS NULL AND object_id <> '' AND received_at < now() - interval '30 minutes')
        """,
    ),
    Invariant(
        name="I13 placed twice",
        says="A cart has one unpaid order and one draft, and no two orders have a key in common.",
        sql="""
        SELECT 'cart ' || cart_id AS what, status, count(*) AS orders FROM orders_order
        WHERE cart_id IS NOT NULL AND status IN ('pending', 'checkout-draft')
        GROUP BY cart_id, status HAVING count(*) > 1
        UNION ALL
        SELECT 'key of order ' || min(id), '', count(*) FROM orders_order GROUP BY key HAVING count(*) > 1
        """,
    ),
    Invariant(
        name="I14 changed",
        says="What was bought and what it cost is what it was when the order was placed.",
        sql="""
        SELECT id AS order_id, seal, orders_seal_of(id) AS now FROM orders_order
        WHERE status <> 'checkout-draft' AND seal <> orders_seal_of(id)
        """,
    ),
)

_COUPONS: Final = """
        SELECT '{name} ' || k.id AS what, c.used, k.usage_limit,
            (SELECT count(*) FROM orders_redemption r
             WHERE r.{name}_id = k.id AND r.counted AND r.released_at IS NULL) AS held
        FROM pricing_{name} k LEFT JOIN pricing_{name}count c ON c.{name}_id = k.id
        WHERE coalesce(c.used, 0) <> (SELECT count(*) FROM orders_redemption r
            WHERE r.{name}_id = k.id AND r.counted AND r.released_at IS NULL)
            OR c.used > k.usage_limit
"""

COUPONS: Final = (
    Invariant(
        name="I15 uses",
        says="A coupon's or promotion's count is the number of orders that use it, and no more than its limit.",
        sql=f"{_COUPONS.format(name='coupon')} UNION ALL {_COUPONS.format(name='promotion')}",
    ),
    Invariant(
        name="I15 leaked",
        says="An order that was cancelled uses no coupon, and what is given back is claimed by nobody.",
        sql="""
        SELECT r.id AS redemption, r.order_id, o.status, r.code
        FROM orders_redemption r JOIN orders_order o ON o.id = r.order_id
        WHERE r.released_at IS NULL AND o.status = 'cancelled'
            OR r.released_at IS NOT NULL AND EXISTS (SELECT 1 FROM orders_couponclaim c WHERE c.redemption_id = r.id)
        """,
    ),
    Invariant(
        name="I15 per customer",
        says="Nobody uses a coupon more often than one customer may.",
        sql="""
        SELECT c.coupon_id, c.who, count(*) AS times, k.usage_limit_per_customer AS most
        FROM orders_couponclaim c JOIN pricing_coupon k ON k.id = c.coupon_id
        WHERE k.usage_limit_per_customer IS NOT NULL
        GROUP BY c.coupon_id, c.who, k.usage_limit_per_customer HAVING count(*) > k.usage_limit_per_customer
        """,
    ),
)

CARTS: Final = (
    Invariant(
        name="I18 lines",
        says="A cart has a wine in one line, of 1 to 999 bottles.",
        sql="""
        SELECT cart_id, variation_id, count(*) AS lines, sum(quantity) AS bottles FROM cart_cartline
        WHERE removed_at IS NULL
        GROUP BY cart_id, variation_id HAVING count(*) > 1 OR min(quantity) < 1 OR max(quantity) > 999
        """,
    ),
)

EMAILS: Final = (
    Invariant(
        name="I20 twice",
        says="An order has each e-mail once about the same thing, and no two e-mails have a name in common.",
        sql="""
        SELECT order_id, kind, about, count(*) AS times FROM orders_email WHERE order_id IS NOT NULL
        GROUP BY order_id, kind, about HAVING count(*) > 1
        UNION ALL
        SELECT min(order_id), min(kind), message_id, count(*) FROM orders_email
        GROUP BY message_id HAVING count(*) > 1
        """,
    ),
    Invariant(
        name="I20 missing",
        says="Who paid with a card, or got money back, has been written to.",
        sql="""
        SELECT o.id AS order_id, 'processing' AS kind, '' AS about
        FROM orders_order o JOIN payments_payment p ON p.order_id = o.id AND p.status = 'succeeded'
        WHERE o.status = 'processing'
            AND NOT EXISTS (SELECT 1 FROM orders_email m WHERE m.order_id = o.id AND m.kind = 'processing')
        UNION ALL
        SELECT r.order_id, 'refunded', 'refund ' || r.id FROM orders_refund r
        WHERE r.state = 'done' AND NOT EXISTS (
            SELECT 1 FROM orders_email m WHERE m.order_id = r.order_id AND m.about = 'refund ' || r.id)
        """,
    ),
    Invariant(
        name="I20 waiting",
        says="An e-mail is tried within an hour of the time for it.",
        sql="""
        SELECT id AS email, order_id, kind, created_at, next_try_at FROM orders_email
        WHERE sent_at IS NULL AND given_up_at IS NULL AND next_try_at < now() - interval '1 hour'
        """,
    ),
)

LEDGER: Final = (
    Invariant(
        name="wine ledger",
        says="What counts against a person's limit of wine is what living orders send, bottle for bottle.",
        sql="""
        SELECT s.id AS row, s.order_id, 'counts, though its order does not' AS problem
        FROM shipping_sent s JOIN orders_order o ON o.id = s.order_id
        WHERE s.taken_back_at IS NULL AND o.status IN ('cancelled', 'failed', 'checkout-draft')
        UNION ALL
        SELECT s.id, s.order_id, 'does not count, though its order does'
        FROM shipping_sent s JOIN orders_order o ON o.id = s.order_id
        WHERE s.taken_back_at IS NOT NULL AND o.status IN ('pending', 'processing', 'on-hold', 'completed')
        UNION ALL
        SELECT s.id, s.order_id, 'is not what its line says'
        FROM shipping_sent s JOIN orders_orderline l ON l.id = s.line_id
        WHERE l.order_id <> s.order_id OR l.quantity <> s.bottles
        """,
    ),
)

INVARIANTS: Final = (*STOCK, *MONEY, *ORDERS, *COUPONS, *CARTS, *EMAILS, *LEDGER)
