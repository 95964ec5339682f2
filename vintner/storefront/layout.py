"""The layout data that all visitors share: navigation, footer and store notice."""

from typing import Final

from django.db import connection
from django.utils import timezone

from vintner.catalogue.category_tree import CategoryNode, CategoryTree
from vintner.notices.rules import notice_id
from vintner.shipping.destinations import CLOSED_COLUMN, closed_places
from vintner.storefront.footer import FOOTER_COLUMNS, read_footer
from vintner.web.catalogue_version import cached_by_version
from vintner.web.page import MenuItem, StoreNotice
from vintner.web.shared_props import PLAIN_LAYOUT, Layout

QUERY: Final = f"""
SELECT
    (SELECT text FROM notices_storenotice WHERE enabled
        AND (starts_at IS NULL OR starts_at <= %(now)s) AND (ends_at IS NULL OR ends_at > %(now)s)
        ORDER BY id DESC LIMIT 1),
    (SELECT json_agg(json_build_array(id, parent_id, name, slug, children_in_menu) ORDER BY position, name)
       FROM catalogue_category),
    EXISTS (SELECT FROM catalogue_product p JOIN catalogue_plan l ON l.id = p.plan_id
        WHERE l.on_sale AND p.published AND p.visibility IN ('visible', 'catalog')),
{CLOSED_COLUMN},
{FOOTER_COLUMNS}
"""  # noqa: S608 - the texts are constants
SUBSCRIPTIONS: Final = MenuItem(label="Club", url="/shop/?subscription=1")


@cached_by_version
def stored_layout() -> Layout:
    """Return the navigation, made from the categories, the footer, the store notice, and where no wine goes.

    One query per catalogue version.
    """
    with connection.cursor() as cursor:
        cursor.execute(QUERY, {"now": timezone.now()})
        text, rows, has_plans, destinations, *footer = cursor.fetchone()
    notice = StoreNotice(id=notice_id(text), text=text) if text else None
    shelves = CategoryTree(CategoryNode(*row) for row in rows or [])
    navigation = _navigation(shelves, has_plans=has_plans)
    return Layout(
        navigation=navigation,
        footer=read_footer(navigation, *footer),
        store_notice=notice,
        closed_places=closed_places(destinations),
    )


def _navigation(category_tree: CategoryTree, *, has_plans: bool) -> tuple[MenuItem, ...]:
    """Return the menu: all wines, the mixed case, the categories in the merchant's order with their children,
    subscriptions where some are sold, the producers.
    """
    all_wines, cases, producers = PLAIN_LAYOUT.navigation
    entries = (
        MenuItem(label=node.name, url=node.link.url, links=tuple(each.link for each in category_tree.below(node)))
        for node in category_tree.entries
    )
    return (all_wines, cases, *entries, *((SUBSCRIPTIONS,) if has_plans else ()), producers)
