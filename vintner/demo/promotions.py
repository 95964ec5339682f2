"""The offers of the demo store: a live promotion of each kind, and the coupons that outside tests count on.

Every promotion names its wines, so that no other price changes; each wine's short description tells of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

from vintner.catalogue import products
from vintner.catalogue.models import Category, Product
from vintner.money import Money
from vintner.pricing.choices import ChoosingChoices, ConditionKind, CountingChoices, MeasureChoices, PromotionKind
from vintner.pricing.models import Condition, Coupon, Promotion, Tier

Terms = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPromotion:
    """A promotion of some wines. `words` is what their pages say of it; `terms` are columns of the promotion."""

    title: str
    kind: PromotionKind
    skus: tuple[str, ...]
    words: str
    tiers: tuple[Terms, ...] = ()
    terms: Terms = field(default_factory=dict)
    badge: str = ""
    targets: tuple[str, ...] = ()
    from_bottles: int = 0
    """Holds from so many of its own wines on."""


CASE_WINES: Final = (
    *("BAF-ESTATE", "BAF-CHARD", "BAF-PETNAT", "COP-SAUV", "COP-ROSE", "ACE-FRANC", "HOL-SEKT"),
    *("SZA-FURMINT", "SZA-LATE", "MAL-CLAIRET", "PER-BLANC", "PER-ALIGOTE", "VAU-ROSE", "CIG-BANDOL"),
    *("CAN-MANZANILLA", "ZIM-TINTO", "ZIM-VELHAS", "BRU-BARBERA", "BRU-MOSCATO", "PLO-CINSAULT", "TUS-PINOT"),
)
"""A third of the wines count together, by the half case and the case."""
OFFERS: Final = (
    DemoPromotion(
        title="One Ton Zinfandel of the month",
        badge="15% off",
        kind=PromotionKind.SIMPLE,
        skus=("COP-ZIN",),
        words="Wine of the month: 15% less.",
        tiers=({"value": Decimal(15)},),
    ),
    DemoPromotion(
        title="Three Rieslings for $60",
        badge="3 for $60",
        kind=PromotionKind.SET,
        skus=("HOL-KABI", "TUS-RIESLING"),
        words="Mosel or Otago: any three of these two Rieslings for $60.",
        tiers=({"at_least": 3, "measure": MeasureChoices.SET_PRICE, "value": Decimal(60), "recursive": True},),
        terms={"counting": CountingChoices.TOGETHER},
    ),
    DemoPromotion(
        title="Five Chianti, and the sixth from us",
        badge="5 + 1 free",
        kind=PromotionKind.SAME,
        skus=("COL-CHIANTI",),
        words="Buy five, and the sixth is from us.",
        tiers=({"at_least": 5, "measure": MeasureChoices.FREE, "units": 1, "recursive": True},),
    ),
    DemoPromotion(
        title="Six Chenin, and a Syrah from us",
        badge="Free Syrah with 6",
        kind=PromotionKind.OTHER,
        skus=("PLO-CHENIN",),
        words="With six bottles comes a Perdekop Syrah, in the vintage that you choose.",
        tiers=({"at_least": 6, "measure": MeasureChoices.FREE, "units": 1},),
        terms={"counting": CountingChoices.TOGETHER, "choosing": ChoosingChoices.ADDED},
        targets=("PLO-SYRAH",),
    ),
    DemoPromotion(
        title="The third from Arroyolmo for half",
        badge="3rd at half price",
        kind=PromotionKind.OTHER,
        skus=("ARR-JOVEN", "ARR-CRIANZA", "ARR-VERDEJO"),
        words="Of any three bottles of Siete Vecinos, Crianza and Verdejo, the cheapest is half price.",
        tiers=({"at_least": 3, "value": Decimal(50), "units": 1, "recursive": True},),
        terms={"counting": CountingChoices.TOGETHER, "choosing": ChoosingChoices.CHEAPEST},
        targets=("ARR-JOVEN", "ARR-CRIANZA", "ARR-VERDEJO"),
    ),
    DemoPromotion(
        title="Loire evening",
        badge="$10 off 4",
        kind=PromotionKind.CART,
        skus=("TUF-SAUMUR", "TUF-CHINON"),
        words="Four bottles of the two Saumurs take $10 off your cart.",
        tiers=({"measure": MeasureChoices.ONCE, "value": Decimal(10)},),
        from_bottles=4,
    ),
    DemoPromotion(
        title="Case wines: 5% off 6, 10% off 12",
        badge="Mix 6: 5% off",
        kind=PromotionKind.BULK,
        skus=CASE_WINES,
        words="One of our case wines: any six of them, mixed as you like, are 5% less, and any twelve 10%.",
        tiers=(
            {"at_least": 6, "at_most": 11, "value": Decimal(5)},
            {"at_least": 12, "value": Decimal(10)},
        ),
        terms={"counting": CountingChoices.TOGETHER},
    ),
    DemoPromotion(
        title="Langhe comes free of charge",
        badge="Free delivery with 3",
        kind=PromotionKind.DELIVERY,
        skus=("BRU-LANGHE",),
        words="With three bottles the whole delivery is free.",
        terms={"label": "Free delivery with Langhe"},
        from_bottles=3,
    ),
)


def make_promotions() -> None:
    """Make the promotions and coupons that are missing."""
    known = set(Promotion.objects.values_list("title", flat=True))
    for offer in OFFERS:
        if offer.title not in known:
            _make(offer)
    make_coupons()


def _make(offer: DemoPromotion) -> None:
    wines = list(Product.objects.filter(sku__in=offer.skus))
    promotion = Promotion.objects.create(title=offer.title, kind=offer.kind, badge=offer.badge, **offer.terms)
    promotion.products.set(wines)
    promotion.targets.set(Product.objects.filter(sku__in=offer.targets))
    Tier.objects.bulk_create(Tier(promotion=promotion, **tier) for tier in offer.tiers)
    if offer.from_bottles:
        Condition.objects.create(
            promotion=promotion, kind=ConditionKind.BOTTLES, number=Decimal(offer.from_bottles), own_wines=True
        )
    for wine in wines:
        wine.short_description = f"{wine.short_description} {offer.words}"
        wine.save(update_fields=["short_description"])
    products.refresh_products([wine.pk for wine in wines], datetime.now(tz=UTC))


def make_coupons() -> None:
    """Make the coupons that are missing (world of the golden carts)."""
    _coupon("SAVE10", "percent", "10")
    _coupon("FIVER", "fixed_cart", "5")
    _coupon("TWOEACH", "fixed_product", "2")
    _coupon("EXPIRED10", "percent", "10", ends_at=datetime(2020, 1, 1, tzinfo=UTC))
    _coupon("USEDUP", "percent", "5", usage_limit=1)  # by the first of the past orders
    _coupon("MIN50", "percent", "15", minimum=Money(50_00))
    _coupon("MAX100", "percent", "10", maximum=Money(100_00))
    _coupon("REDONLY", "percent", "10", only=Category.objects.filter(slug="red"))
    _coupon("SOLO20", "percent", "20", individual=True)
    _coupon("FREESHIP", "fixed_cart", "0", free_delivery=True)
    _coupon("VIP", "percent", "10", emails="vip@example.com")
    _coupon("NOSALE", "percent", "10", not_on_sale=True)


def _coupon(code: str, kind: str, amount: str, *, only: Iterable[Category] = (), **terms: object) -> Coupon:
    coupon, new = Coupon.objects.get_or_create(
        code=code.lower(), defaults={"kind": kind, "amount": Decimal(amount), **terms}
    )
    if new:
        coupon.categories.set(only)
    return coupon
