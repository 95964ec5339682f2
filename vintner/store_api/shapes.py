"""What several answers have in common. Amounts are whole cents, as text."""

from typing import Annotated, Final

from django.conf import settings
from django.utils.html import linebreaks
from pydantic import BaseModel, ConfigDict, Field

from vintner.catalogue.models import Picture
from vintner.catalogue.pictures import image
from vintner.money import MINOR_UNIT, Money, currency, symbol
from vintner.web.page import Image

Minor = Annotated[str, Field(description="Whole cents", examples=["1699"])]


class Shape(BaseModel):
    """A part of an answer: immutable, and nothing undeclared gets in."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Asked(BaseModel):
    """What a request brings. Fields that we do not know are left out, prices above all."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Amounts(Shape):
    """Amounts with their currency."""

    currency_code: str = Field(default_factory=currency)
    currency_symbol: str = Field(default_factory=symbol)
    currency_minor_unit: int = MINOR_UNIT
    currency_decimal_separator: str = "."
    currency_thousand_separator: str = ","
    currency_prefix: str = Field(default_factory=symbol)
    currency_suffix: str = ""


class PriceRange(Shape):
    """The prices of a product whose variations differ."""

    min_amount: Minor
    max_amount: Minor


class Prices(Amounts):
    """What one unit costs: now, without sale and promotion, and now again."""

    price: Minor
    regular_price: Minor
    sale_price: Minor
    price_range: PriceRange | None = None


class ImageShape(Shape):
    """A picture. `thumbnail` is its smallest size; `srcset` has them all."""

    id: int
    src: str
    thumbnail: str
    srcset: str
    sizes: str
    name: str
    alt: str


class Nothing(Shape):
    """Where other shops' plugins put what they add."""


_SIZES: Final = "(max-width: {0}px) 100vw, {0}px"


def minor(amount: Money) -> str:
    return str(amount.minor)


def picture(row: Picture) -> ImageShape:
    """Return a picture with whole addresses. WebP in all sizes; `src` is for clients that know none of it."""
    return shown_picture(row.pk, image(row))


def shown_picture(picture_id: int, shown: Image) -> ImageShape:
    """Return the same of a picture as pages show it."""
    offered = next((source.srcset for source in shown.sources if source.type == "image/webp"), "")
    sizes = [address(each) for each in offered.split(", ")] if offered else []
    return ImageShape(
        id=picture_id,
        src=address(shown.src),
        thumbnail=sizes[0].split(" ")[0] if sizes else address(shown.src),
        srcset=", ".join(sizes),
        sizes=_SIZES.format(shown.width),
        name=shown.alt,
        alt=shown.alt,
    )


def address(path: str) -> str:
    """Return the whole address of what lies in the store or, in production, elsewhere."""
    return path if "://" in path else settings.STORE_URL + path


def prose(text: str) -> str:
    """Return plain text as HTML, paragraphs and all."""
    return linebreaks(text, autoescape=True) if text else ""
