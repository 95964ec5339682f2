"""Writes events, all of a request in one statement."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, connection, transaction

from vintner.analytics.partitions import make_partitions
from vintner.analytics.rules import Device, EventKind, PageType

_WRITE: Final = """
WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true) AS set)
INSERT INTO analytics_event (at, visitor, device, kind, page_type, product_id, number, path, detail)
SELECT %s::timestamptz, %s::bigint, %s::smallint, e.kind, e.page_type, coalesce(e.product_id, p.id), e.number,
    e.path, e.detail
FROM quick, unnest(%s::smallint[], %s::smallint[], %s::bigint[], %s::text[], %s::text[], %s::integer[],
    %s::text[], %s::text[]) AS e (kind, page_type, product_id, owner, slug, number, path, detail)
LEFT JOIN catalogue_product p ON e.owner = 'product' AND p.slug = e.slug AND p.published
WHERE CASE e.owner
    WHEN '' THEN true
    WHEN 'product' THEN p.id IS NOT NULL
    WHEN 'category' THEN EXISTS (SELECT FROM catalogue_category c WHERE c.slug = e.slug)
    WHEN 'content_page' THEN EXISTS (SELECT FROM content_content c WHERE c.slug = e.slug AND c.published)
    WHEN 'tag' THEN EXISTS (SELECT FROM catalogue_tag t WHERE t.slug = e.slug)
    ELSE EXISTS (SELECT FROM catalogue_producer r WHERE r.slug = e.slug)
END
"""
"""Wines are found by the slug of their page: a browser names no numbers. Unknown ones are left out, as are the pages of
categories, tags, producers and content that there are not: anybody may invent their paths. No transaction waits for the
disk: what a failing machine loses is the last half second of statistics.
"""

_NO_PARTITION: Final = "23514"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """An event to be written, of a wine by its number or by the slug of its page.

    `owner` says whose slug it is: that of a product, category, tag, producer or content page; ''
    without one.
    """

    kind: EventKind
    page_type: PageType = PageType.OTHER
    product_id: int | None = None
    owner: str = ""
    slug: str = ""
    number: int | None = None
    path: str = ""
    detail: str = ""


def write_events(events: Sequence[NewEvent], *, visitor: int, device: Device, now: datetime) -> None:
    """Write a visitor's events. One query; makes the partition of the day if the job for it has not run."""
    if not events:
        return
    try:
        _write(events, visitor, device, now)
    except IntegrityError as error:
        if getattr(error.__cause__, "sqlstate", "") != _NO_PARTITION:
            raise
        make_partitions(now)
        _write(events, visitor, device, now)


def _write(events: Sequence[NewEvent], visitor: int, device: Device, now: datetime) -> None:
    values: list[Any] = [
        now,
        visitor,
        int(device),
        [int(each.kind) for each in events],
        [int(each.page_type) for each in events],
        [each.product_id for each in events],
        [each.owner for each in events],
        [each.slug for each in events],
        [each.number for each in events],
        [each.path for each in events],
        [each.detail for each in events],
    ]
    # A statement by itself is a transaction of its own; within another one, its failure must not end that.
    with transaction.atomic() if connection.in_atomic_block else nullcontext(), connection.cursor() as cursor:
        cursor.execute(_WRITE, values)
