"""Lists of favourites in the shape of the outside's answers."""

import html
from collections.abc import Sequence
from typing import Final

from django.conf import settings

from vintner.catalogue.models import Product
from vintner.catalogue.pictures import image
from vintner.favourites.cookie import GROUP, GROUP_NAME, SITE
from vintner.favourites.favourites import FavouritesOwner, count_favourites
from vintner.web.page import Image

THUMBNAILS: Final = {
    "thumbnail": 150,
    "medium": 300,
    "medium_large": 768,
    "large": 1024,
    "1536x1536": 1536,
    "2048x2048": 2048,
    "woocommerce_thumbnail": 324,
    "woocommerce_single": 416,
    "woocommerce_gallery_thumbnail": 100,
}
"""Name of a size → its width in pixels. The store's nearest size of at least that width stands for it."""


def shape_list(owner: FavouritesOwner, ids: Sequence[int], *, brief: bool = False) -> list[dict[str, object]]:
    """Return the groups of a list with its products by id. `brief` leaves out all of a product but its id."""
    posts = {str(each): {"post_id": each} for each in ids} if brief else _shape_products(owner, ids)
    group = {"group_id": GROUP, "site_id": SITE, "group_name": GROUP_NAME, "posts": list(ids)}
    return [{"site_id": SITE, "posts": posts or [], "groups": [group]}]


def shape_links(ids: Sequence[int], *, with_links: bool, empty: str) -> str:
    """Return a list as HTML: the names of the wines, with links if wanted, or the text for an empty list."""
    names = {product.pk: product for product in Product.objects.filter(pk__in=ids)}
    items = [_item(names[each], with_link=with_links) for each in ids if each in names]
    content = "".join(items) or f"<li data-postid='0' data-nofavorites>{html.escape(empty)}</li>"
    return f'<ul class="favorites-list" data-siteid="{SITE}">{content}</ul>'


def _item(product: Product, *, with_link: bool) -> str:
    name = html.escape(product.name)
    content = f'<a href="{_address(product.get_absolute_url())}">{name}</a>' if with_link else name
    return f'<li data-postid="{product.pk}">{content}</li>'


def _shape_products(owner: FavouritesOwner, ids: Sequence[int]) -> dict[str, dict[str, object]]:
    products = {each.pk: each for each in Product.objects.filter(pk__in=ids).select_related("picture")}
    totals = count_favourites(owner, ids)
    return {str(each): _shape_product(products[each], totals[each]) for each in ids if each in products}


def _shape_product(product: Product, total: int) -> dict[str, object]:
    return {
        "post_id": product.pk,
        "post_type": "product",
        "title": product.name,
        "permalink": _address(product.get_absolute_url()),
        "total": total,
        "thumbnails": _thumbnails(image(product.picture), product.name) if product.picture else False,
        "excerpt": f"<p>{html.escape(product.short_description)}</p>\n" if product.short_description else "",
        "button": _button(product.pk, total),
    }


def _thumbnails(picture: Image, name: str) -> dict[str, str]:
    sizes, alt = _sizes(picture), html.escape(picture.alt or name)
    found = {key: _find_address(sizes, least) for key, least in THUMBNAILS.items()}
    return {key: f'<img src="{url}" alt="{alt}" class="favorites-list-thumbnail" />' for key, url in found.items()}


def _find_address(sizes: Sequence[tuple[int, str]], least: int) -> str:
    """Return the smallest size that is wide enough, else the largest."""
    return _address(next((url for width, url in sizes if width >= least), sizes[-1][1]))


def _sizes(picture: Image) -> list[tuple[int, str]]:
    """Return width and address of each size, the smallest first."""
    srcset = next((source.srcset for source in picture.sources if source.type == "image/webp"), "")
    sizes = [each.split(" ") for each in srcset.split(", ") if each]
    return sorted((int(width[:-1]), url) for url, width in sizes) or [(picture.width, picture.src)]


def _button(product_id: int, total: int) -> str:
    return (
        f'<button class="simplefavorite-button active" data-postid="{product_id}" data-siteid="{SITE}" '
        f'data-groupid="{GROUP}" data-favoritecount="{total}">Favorited <i class="sf-icon-star-full"></i></button>'
    )


def _address(path: str) -> str:
    return path if "://" in path else settings.STORE_URL + path
