"""Revenue by the source of the visit that an order was placed in."""

from typing import Final, NamedTuple

from django.db import connection

from vintner.analytics.reports.period import ReportPeriod
from vintner.analytics.sources import DIRECT, SEPARATOR, describe_source
from vintner.money import Money
from vintner.orders.revenue import LEDGER_SQL

UNKNOWN: Final = "Unknown"
"""Of visitors who allow no statistics, and orders from before the store counted."""
_SOURCE: Final = f"""coalesce(CASE
    WHEN a.source_type = '{DIRECT}' THEN '{DIRECT}{SEPARATOR}(direct){SEPARATOR}(none)'
    WHEN a.source_type <> '' THEN rtrim(concat_ws('{SEPARATOR}', a.source_type, a.utm_source, a.utm_medium,
        a.utm_campaign), '{SEPARATOR}')
    END, p.source, '')"""
"""What the order itself knows of its shopper goes before the visit that the statistics saw."""
_ROWS: Final = f"""
SELECT {_SOURCE}, count(*), sum(l.gross)::bigint, sum(l.refunded)::bigint
FROM ({LEDGER_SQL}) l LEFT JOIN analytics_purchase p ON p.order_id = l.order_id
LEFT JOIN attribution_orderattribution a ON a.order_id = l.order_id
WHERE l.at >= %s AND l.at < %s GROUP BY 1 ORDER BY 3 DESC, 1
"""  # noqa: S608 - constants of ours

_COUNT: Final = f"SELECT count(*) FROM ({LEDGER_SQL}) l WHERE l.at >= %s AND l.at < %s"  # noqa: S608 - constants of ours


class SourceRevenue(NamedTuple):
    """What orders of a source brought. Orders count in the period in which they were paid, with all their refunds."""

    source: str
    orders: int
    gross: Money
    refunded: Money

    @property
    def net(self) -> Money:
        return self.gross - self.refunded


def count_orders(period: ReportPeriod) -> int:
    """Return how many orders were paid in a period: as many as the sources have together. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [period.begin, period.end])
        (count,) = cursor.fetchone()
    return int(count)


def revenue_by_source(period: ReportPeriod) -> list[SourceRevenue]:
    """Return the revenue of each source, the largest first. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [period.begin, period.end])
        return [
            SourceRevenue(describe_source(source) if source else UNKNOWN, orders, Money(gross), Money(refunded))
            for source, orders, gross, refunded in cursor.fetchall()
        ]


def revenue_rows(period: ReportPeriod) -> list[tuple[str, int, str, str, str]]:
    """Return (source, orders, gross, refunds, net) as texts, and below them their sums."""
    found = revenue_by_source(period)
    if not found:
        return []
    everything = SourceRevenue(
        "All",
        sum(each.orders for each in found),
        Money.total(each.gross for each in found),
        Money.total(each.refunded for each in found),
    )
    return [
        (each.source, each.orders, each.gross.text, each.refunded.text, each.net.text) for each in (*found, everything)
    ]
