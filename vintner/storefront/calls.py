"""The call `get_variation`, in the field names that clients of WooCommerce know."""

import json
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html

from vintner.catalogue.models import Product, Variation
from vintner.catalogue.offers import price_words, stock_text
from vintner.catalogue.product import product_rows, variation_choices
from vintner.catalogue.product.product_rows import ProductRows, VariationOnSale
from vintner.catalogue.rules import Availability, Backorders
from vintner.web.answers import json_response
from vintner.web.page import Image

_CLASSES = {Availability.OUT_OF_STOCK: "out-of-stock", Availability.ON_BACKORDER: "available-on-backorder"}


def get_variation(request: HttpRequest) -> HttpResponse:
    """Return the variation that the fields choose, `false` when there is none.

    Fields: product_id, and attribute_<slug> for each option. `choice` in the answer is for our own page.
    """
    product_id = request.POST.get("product_id", "").strip()
    if not product_id.isdecimal():
        return HttpResponse("", "application/json; charset=UTF-8")
    now = timezone.now()
    slug = Product.objects.published().filter(pk=int(product_id[:18])).values_list("slug", flat=True).first()
    rows = product_rows.find(slug, now) if slug else None
    values = {field: str(value) for field, value in request.POST.items() if field.startswith("attribute_")}
    bottle = variation_choices.find_variation(rows, values) if rows and values else None
    if rows is None or bottle is None:
        return HttpResponse(json.dumps(False), "application/json; charset=UTF-8")
    choice = variation_choices.variation_choice(rows, bottle)
    return json_response(
        {**_variation_fields(rows, bottle, now), **_weight_fields(bottle), "choice": choice.model_dump(mode="json")}
    )


def _variation_fields(rows: ProductRows, bottle: VariationOnSale, now: datetime) -> dict[str, object]:
    """Return a variation in the fields of WooCommerce. A hidden price is null."""
    price, stock = bottle.offer.price, bottle.offer.stock
    most = stock.most(sold_individually=rows.sold_individually)
    picture = bottle.picture or next(iter(rows.pictures), None)
    return {
        "variation_id": bottle.id,
        "attributes": {f"attribute_{chosen.slug}": chosen.value for chosen in bottle.choices},
        "sku": bottle.sku or rows.sku,
        "display_price": float(price.current.decimal) if price else None,
        "display_regular_price": float(price.regular.decimal) if price else None,
        "price_html": _price_html(bottle),
        "availability_html": format_html(
            '<p class="stock {}">{}</p>', _CLASSES.get(stock.availability, "in-stock"), stock_text(stock)
        ),
        "is_in_stock": stock.availability is not Availability.OUT_OF_STOCK,
        "is_purchasable": not rows.coming_soon(now),
        "is_sold_individually": "yes" if rows.sold_individually else "no",
        "backorders_allowed": stock.backorders is not Backorders.NO,
        "min_qty": 1,
        "max_qty": most or "",
        "image": _image(picture) if picture else {},
        "variation_description": bottle.note,
        "variation_is_active": True,
        "variation_is_visible": True,
    }


def _price_html(bottle: VariationOnSale) -> str:
    words = price_words([bottle.offer])
    if words is None:
        return ""
    if not words.regular:
        return format_html('<span class="price">{}</span>', words.current)
    return format_html('<span class="price"><del>{}</del> <ins>{}</ins></span>', words.regular, words.current)


def _image(picture: Image) -> dict[str, object]:
    size = {"src": picture.src, "src_w": picture.width, "src_h": picture.height}
    return {
        **size,
        **{f"{kind}_{name}": value for kind in ("full", "thumb", "gallery_thumbnail") for name, value in size.items()},
        "url": picture.src,
        "alt": picture.alt,
        "title": picture.alt,
        "caption": picture.caption,
        "srcset": next((source.srcset for source in picture.sources if source.type == "image/webp"), ""),
    }


def _weight_fields(bottle: VariationOnSale) -> dict[str, object]:
    """Return the weight in pounds. Bottles have no dimensions."""
    weight = Variation.objects.filter(pk=bottle.id).values_list("weight", flat=True).first()
    text = f"{weight.normalize():f}" if weight else ""
    return {
        "weight": text,
        "weight_html": f"{text} lbs" if text else "N/A",
        "dimensions": {"length": "", "width": "", "height": ""},
        "dimensions_html": "N/A",
        "is_downloadable": False,
        "is_virtual": False,
    }
