"""Who was sent how much wine, and who may be sent more.

Rows are written in the order's transaction. Asking under `lock` makes other orders for the same people wait until it
ends, so that two of them at once never pass a limit together.
"""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from vintner.shipping.models import Sent
from vintner.shipping.regions import place_name, spoken
from vintner.shipping.rules import DestinationTerms, Place, Ruling, may_ship_wine
from vintner.shipping.rules.wine import BOTTLE, Volume, litres_in, within_limit

_UNPAID: Final = ("pending", "failed")
"""What an order is called until there is money for it (orders.rules.PAYABLE, which stands above this package)."""
_SIZE_ATTRIBUTES: Final = "(size|volume|format|bottle|content)"
"""Attributes that may tell how much wine is in a bottle. Others know litres too: of barrels, of residual sugar."""
_LITRES: Final = """
WITH inside AS (
    SELECT v.id AS sold, v.id, 0 AS number FROM catalogue_variation v WHERE v.id = ANY(%(ids)s)
    UNION ALL
    SELECT v.id, i.variation_id, i.quantity FROM catalogue_variation v
    JOIN catalogue_setitem i ON i.product_id = v.product_id WHERE v.id = ANY(%(ids)s)
), telling AS (
    SELECT value.id, value.name FROM catalogue_attributevalue value
    JOIN catalogue_attribute attribute ON attribute.id = value.attribute_id WHERE attribute.slug ~* %(named)s)
SELECT inside.*, telling.name, CASE WHEN f.variation_id IS NULL THEN 2 ELSE 1 END AS far
FROM inside JOIN catalogue_variation v ON v.id = inside.id
JOIN catalogue_productfact f ON f.product_id = v.product_id AND coalesce(f.variation_id, v.id) = v.id
JOIN telling ON telling.id = f.value_id
UNION ALL
SELECT inside.*, telling.name, 0
FROM inside JOIN catalogue_variation_options o ON o.variation_id = inside.id
JOIN telling ON telling.id = o.attributevalue_id
UNION ALL
SELECT inside.*, '', 3 FROM inside
ORDER BY far DESC
"""
"""What tells the litres of variations, and of the bottles in a gift set, the nearest last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """Somebody who is sent wine. `street` is the first line of the address, `address` all of it on one line."""

    place: Place
    name: str = ""
    street: str = ""
    address: str = ""
    email: str = ""
    user_id: int | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """By what the person is known again: account, e-mail address (without what comes after a '+'), the name at the
        address, and each word of it (docs/behaviour/checkout.md#limits-of-wine).
        """
        return (*self._contacts, *self._full_names, *(self._at_home("part", word) for word in self._words))

    @property
    def sought(self) -> tuple[str, ...]:
        """Of which `people` one is enough to be the same person. A name of one word is everybody at the address who has
        that word; others are also whoever gave one of their words for a whole name.
        """
        kind = "part" if len(self._words) == 1 else "home"
        return (*self._contacts, *self._full_names, *(self._at_home(kind, word) for word in self._words))

    @property
    def locks(self) -> tuple[str, ...]:
        """What all who might be the same person have in common: an account, an e-mail address or a street address."""
        return (*self._contacts, *([self._at_home("address", "")] if self._full_names else []))

    @property
    def _contacts(self) -> tuple[str, ...]:
        account, _, domain = self.email.strip().lower().partition("@")
        known = (
            f"user:{self.user_id}" if self.user_id else "",
            f"email:{account.partition('+')[0]}@{domain}"[:120] if domain else "",
        )
        return tuple(key for key in known if key)

    @property
    def _full_names(self) -> tuple[str, ...]:
        """The name at the address without its spaces, and its first and last word in any order."""
        words = self._words
        if not words and not _plain(self.street):
            return ()
        outer = " ".join(sorted({*words[:1], *words[-1:]}))
        return tuple(dict.fromkeys(self._at_home("home", name) for name in ("".join(words), outer)))

    @property
    def _words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for word in map(_plain, self.name.split()) if word))

    def _at_home(self, kind: str, name: str) -> str:
        where, code = _plain(self.street), _plain(self.place.postcode)[:5]
        return f"{kind}:{hashlib.sha256(f'{name}|{where}|{code}'.encode()).hexdigest()[:32]}"


def _plain(text: str) -> str:
    """Leave letters and digits only: 'Ann Lee' and 'ANN  LÉE' live at the same address."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", text.casefold()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bottles:
    """So many bottles of one wine that are to be sent. `line_id` is the order's line, once there is one."""

    variation_id: int
    bottles: int
    wine: str = ""
    sku: str = ""
    line_id: int = 0


def wine_ruling(there: DestinationTerms) -> Ruling:
    """Say whether wine may be sent to a place, in the words of every page that asks. No query."""
    return may_ship_wine(there, name=spoken(place_name(there.country, there.state)))


def may_send(
    to: Recipient,
    there: DestinationTerms,
    goods: Sequence[Bottles],
    *,
    now: datetime,
    cart_id: UUID | None = None,
    lock: bool = False,
) -> Ruling:
    """Say whether this wine may be sent to somebody `there`, and if not, why and what to do.

    What the cart's own unpaid order holds does not count. No query; two where there is a limit, and one more for each
    key of the recipient's that is locked.
    """
    name = spoken(place_name(there.country, there.state))
    ruling = wine_ruling(there)
    if not ruling.allowed or not there.limit or not goods:
        return ruling
    if lock:
        _lock(to.locks)
    sizes = _read_litres({each.variation_id for each in goods})
    more = sum((_volume(each, sizes) for each in goods), Volume())
    own = Q() if cart_id is None else Q(order__cart_id=cart_id, order__status__in=_UNPAID)
    return within_limit(there.limit, _sent(to, there, now, own), more, name=name)


def may_still_send(order_id: int, to: Recipient, there: DestinationTerms, *, now: datetime) -> Ruling:
    """Say the same of the wine that was written of an order. It does not count against itself, whether or not it was
    taken back. Two queries where there is a limit. The caller has locked the people.
    """
    name = spoken(place_name(there.country, there.state))
    ruling = wine_ruling(there)
    if not ruling.allowed or not there.limit:
        return ruling
    own = Q(order_id=order_id)
    had, more = _sent(to, there, now, own), _add_up(Sent.objects.filter(own))
    return within_limit(there.limit, had, more, name=name, is_placed=True)


def lock_people(to: Recipient) -> None:
    """Make other orders for the same people wait until the transaction ends."""
    _lock(to.locks)


def _lock(keys: Sequence[str]) -> None:
    """Let nobody else ask about these people until the transaction ends. In one order, so that none wait in a ring."""
    with connection.cursor() as cursor:
        for key in sorted(keys):
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 39))", [key])


def _read_litres(variation_ids: Collection[int]) -> dict[int, Volume]:
    """Return variation id → what a bottle holds, as its options say it, or a fact about it, or about its wine; of a
    gift set, what its bottles hold together. One query.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LITRES, {"named": _SIZE_ATTRIBUTES, "ids": list(variation_ids)})
        rows = cursor.fetchall()
    litres = {bottle: size for _, bottle, _, name, _ in rows if (size := litres_in(name)) is not None}
    found = {sold: Volume(1, litres.get(sold, BOTTLE)) for sold in variation_ids}
    in_sets: dict[int, Volume] = {}
    for sold, bottle, number in {(sold, bottle, number) for sold, bottle, number, _, _ in rows if number}:
        more = Volume(number, litres.get(bottle, BOTTLE) * number)
        in_sets[sold] = in_sets.get(sold, Volume()) + more
    return found | in_sets


def _volume(each: Bottles, sizes: Mapping[int, Volume]) -> Volume:
    one = sizes[each.variation_id]
    return Volume(each.bottles, one.litres * each.bottles / one.bottles)


def _sent(to: Recipient, there: DestinationTerms, now: datetime, own: Q) -> Volume:
    """Return what the person was sent in the running period, without the `own` rows of what is asked about."""
    if not to.sought:
        return Volume()
    began = there.limit.period.began(timezone.localtime(now))
    rows = Sent.objects.filter(
        people__overlap=list(to.sought), country=there.country, state=there.state, taken_back_at=None
    ).filter(written_at__gte=began)
    return _add_up(rows.exclude(own) if own else rows)


def _add_up(rows: QuerySet[Sent]) -> Volume:
    found = rows.aggregate(bottles=Sum("bottles"), litres=Sum("litres"))
    return Volume(found["bottles"] or 0, found["litres"] or Decimal(0))


def write(order_id: int, to: Recipient, goods: Sequence[Bottles], *, now: datetime) -> None:
    """Write what an order sends to whom; nothing may have been written of it before. Two queries."""
    sizes = _read_litres({each.variation_id for each in goods})
    Sent.objects.bulk_create(_row(order_id, to, each, _volume(each, sizes), now) for each in goods)


def forget(order_id: int) -> None:
    """Take out what was written of an order."""
    Sent.objects.filter(order_id=order_id).delete()


def _row(order_id: int, to: Recipient, each: Bottles, volume: Volume, now: datetime) -> Sent:
    return Sent(
        order_id=order_id,
        line_id=each.line_id,
        people=list(to.people),
        name=to.name[:200],
        email=to.email,
        address=to.address[:300],
        country=to.place.country,
        state=to.place.state,
        postcode=to.place.postcode[:12],
        wine=each.wine[:300],
        sku=each.sku,
        bottles=volume.bottles,
        litres=volume.litres,
        written_at=now,
    )
