"""The style guide, for developers of the store."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from vintner.catalogue.models import Product
from vintner.catalogue.pictures import image
from vintner.storefront.pages import StyleGuidePage
from vintner.web.answers import page_response
from vintner.web.page import Head
from vintner.web.shared_props import shared_props


def style_guide(request: HttpRequest) -> HttpResponse:
    """Return the style guide, a 404 unless settings.STYLE_GUIDE is set."""
    if not settings.STYLE_GUIDE:
        raise Http404
    product = Product.objects.listed().exclude(picture=None).select_related("picture").order_by("pk").first()
    page = StyleGuidePage(
        head=Head(title=f"Style guide – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        picture=image(product.picture) if product and product.picture else None,
    )
    return page_response(request, page)
