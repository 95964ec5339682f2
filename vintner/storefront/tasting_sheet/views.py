"""The tasting sheet of a wine as PDF, at an address below that of its page."""

import hashlib
from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.core.files.storage import default_storage
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils import timezone
from django.views.decorators.http import require_safe

from vintner.catalogue.models import Picture, Product, Variation, product_address
from vintner.catalogue.product import product_rows
from vintner.catalogue.product.product_page import has_tasting_sheet
from vintner.catalogue.product.product_rows import ProductRows, VariationOnSale
from vintner.catalogue.product.variation_choices import find_variation, list_choice_fields, preselected_variation
from vintner.catalogue.slugs import slug_of
from vintner.storefront import age_views
from vintner.storefront.tasting_sheet.contents import TastingContents, tasting_contents
from vintner.storefront.views import not_found
from vintner.web.answers import error_response, pdf_response
from vintner.web.catalogue_version import current_version
from vintner.web.client_address import rate_limit_key
from vintner.web.rate_limits import count_try

WIDE_ENOUGH: Final = 600
"""Pixels of the picture: some 300 for each inch of the paper."""


@require_safe
def tasting_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the sheet of a wine, of the variation that is chosen: ?attribute_vintage=2019.

    Without a choice it is the one with which the page begins. Who has not said at the gate that they are of age is sent
    to the page, which asks.
    """
    if age_views.has_gate(request):
        return HttpResponseRedirect(product_address(slug))
    now = timezone.now()
    values = _read_choice(request.GET)
    key, cache = _cache_key(slug, values, now), caches["pages"]
    keeps = settings.PAGES_KEPT_SECONDS > 0 and not connection.in_atomic_block
    document: bytes | None = cache.get(key) if keeps else None
    if document is None:
        sheet = find_sheet(slug, values, now)
        if sheet is None:
            return not_found(request)
        if not count_try("tasting_sheets", rate_limit_key(request)):
            return error_response(
                request, 429, "Too many tasting sheets at once", "Please wait a few minutes, then try again."
            )
        from vintner.storefront.tasting_sheet.drawing import draw_sheet  # noqa: PLC0415 - what draws PDFs takes 18 MB

        document = draw_sheet(sheet.contents, sheet.picture, now)
        if keeps:
            cache.set(key, document, settings.PAGES_KEPT_SECONDS)
    response = pdf_response(document, f"{slug}-tasting-sheet.pdf")
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    return response


def _read_choice(query: QueryDict) -> dict[str, str]:
    """Return the slugs of the values that an address chooses: attribute_vintage → '2019'. One query at most."""
    fields = list_choice_fields() if query else ()
    return {field: slug_of(value) for field in fields if (value := query.get(field, "").strip())}


class FoundSheet(NamedTuple):
    """What is drawn: the words, and the picture of the bottle as JPEG."""

    contents: TastingContents
    picture: bytes | None


def find_sheet(slug: str, values: dict[str, str], now: datetime) -> FoundSheet | None:
    """Return what a sheet has, None where there is no such wine or choice."""
    rows = product_rows.find(slug, now)
    if rows is None or not has_tasting_sheet(rows):
        return None
    chosen = find_variation(rows, values) if values else _first_shown(rows)
    if values and (chosen is None or rows.kind == Product.Kind.SIMPLE):
        return None
    return FoundSheet(tasting_contents(rows, chosen, now), _picture(rows, chosen))


def _first_shown(rows: ProductRows) -> VariationOnSale | None:
    """Return the variation with which the page begins, the only one of a simple wine."""
    if rows.kind == Product.Kind.SIMPLE:
        return next(iter(rows.bottles), None)
    return preselected_variation(rows)


def _picture(rows: ProductRows, chosen: VariationOnSale | None) -> bytes | None:
    """Return the picture of the bottle as JPEG, None where there is none or its sizes are not made yet."""
    owners = Product.objects.filter(pk=rows.id).values("picture_id")
    if chosen and chosen.picture:
        owners = Variation.objects.filter(pk=chosen.id).values("picture_id")  # type: ignore[assignment]
    picture = Picture.objects.filter(pk__in=owners.values_list("picture_id", flat=True)).first()
    jpegs = sorted(
        (size["width"], size["path"]) for size in (picture.sizes if picture else ()) if size["format"] == "jpeg"
    )
    if not jpegs:
        return None
    path = next((path for wide, path in jpegs if wide >= WIDE_ENOUGH), jpegs[-1][1])
    try:
        with default_storage.open(path) as file:
            return bytes(file.read())
    except OSError:
        return None


def _cache_key(slug: str, values: dict[str, str], now: datetime) -> str:
    text = repr((current_version(now), slug, sorted(values.items())))
    return f"tasting_sheet:{hashlib.sha256(text.encode()).hexdigest()}"
