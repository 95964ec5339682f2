"""Shapes that several responses share. Amounts are whole cents, as text."""

from typing import Annotated, Final

from django.conf import settings
from django.utils.html import linebreaks
from pydantic import BaseModel, ConfigDict, Field

from vintner.catalogue.models import Picture
from vintner.catalogue.pictures import image
from vintner.money import MINOR_UNIT, Money, currency, symbol
from vintner.web.page import Image

Minor = Annotated[str, Field(description="Whole cents", examples=["1699"])]


class ApiShape(BaseModel):
    """A part of a response: immutable, without undeclared fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RequestModel(BaseModel):
    """A request. Unknown fields are ignored, above all prices."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Amounts(ApiShape):
    """Amounts with their currency."""

    currency_code: str = Field(default_factory=currency)
    currency_symbol: str = Field(default_factory=symbol)
    currency_minor_unit: int = MINOR_UNIT
    currency_decimal_separator: str = "."
    currency_thousand_separator: str = ","
    currency_prefix: str = Field(default_factory=symbol)
    currency_suffix: str = ""


class PriceRange(ApiShape):
    """The prices of a product whose variations differ."""

    min_amount: Minor
    max_amount: Minor


class Prices(Amounts):
    """The price of one unit: now, without sale and promotion, and now again."""

    price: Minor
    regular_price: Minor
    sale_price: Minor
    price_range: PriceRange | None = None


class ImageShape(ApiShape):
    """A picture. `thumbnail` is its smallest size; `srcset` has them all."""

    id: int
    src: str
    thumbnail: str
    srcset: str
    sizes: str
    name: str
    alt: str


class Nothing(ApiShape):
    """An empty place for the additions of plugins, which this store does not have."""


_SIZES: Final = "(max-width: {0}px) 100vw, {0}px"


def minor(amount: Money) -> str:
    return str(amount.minor)


def picture(row: Picture) -> ImageShape:
    """Return a picture with absolute addresses. WebP in all sizes; `src` is for clients without WebP."""
    return displayed_picture(row.pk, image(row))


def displayed_picture(picture_id: int, displayed: Image) -> ImageShape:
    """Return the same of a picture as pages display it."""
    offered = next((source.srcset for source in displayed.sources if source.type == "image/webp"), "")
    sizes = [address(each) for each in offered.split(", ")] if offered else []
    return ImageShape(
        id=picture_id,
        src=address(displayed.src),
        thumbnail=sizes[0].split(" ")[0] if sizes else address(displayed.src),
        srcset=", ".join(sizes),
        sizes=_SIZES.format(displayed.width),
        name=displayed.alt,
        alt=displayed.alt,
    )


def address(path: str) -> str:
    """Return the absolute address of a path of the store. Media may have one already."""
    return path if "://" in path else settings.STORE_URL + path


def prose(text: str) -> str:
    """Return plain text as HTML, paragraphs and all."""
    return linebreaks(text, autoescape=True) if text else ""
