"""The layout data that all visitors share: navigation and store notice."""

from typing import Final

from django.db import connection
from django.utils import timezone

from vintner.catalogue.category_tree import CategoryNode, CategoryTree
from vintner.notices.rules import notice_id
from vintner.web.catalogue_version import cached_by_version
from vintner.web.page import MenuItem, StoreNotice
from vintner.web.shared_props import PLAIN_LAYOUT, Layout

QUERY: Final = """
SELECT
    (SELECT text FROM notices_storenotice WHERE enabled
        AND (starts_at IS NULL OR starts_at <= %(now)s) AND (ends_at IS NULL OR ends_at > %(now)s)
        ORDER BY id DESC LIMIT 1),
    (SELECT json_agg(json_build_array(id, parent_id, name, slug, children_in_menu) ORDER BY position, name)
       FROM catalogue_category),
    EXISTS (SELECT FROM catalogue_product p JOIN catalogue_plan l ON l.id = p.plan_id
        WHERE l.on_sale AND p.published AND p.visibility IN ('visible', 'catalog'))
"""
SUBSCRIPTIONS: Final = MenuItem(label="Club", url="/shop/?subscription=1")


@cached_by_version
def stored_layout() -> Layout:
    """Return the navigation, made from the categories, and the store notice. One query per catalogue version."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY, {"now": timezone.now()})
        text, rows, has_plans = cursor.fetchone()
    notice = StoreNotice(id=notice_id(text), text=text) if text else None
    shelves = CategoryTree(CategoryNode(*row) for row in rows or [])
    return Layout(navigation=_navigation(shelves, has_plans=has_plans), store_notice=notice)


def _navigation(category_tree: CategoryTree, *, has_plans: bool) -> tuple[MenuItem, ...]:
    """Return the menu: all wines, the categories in the merchant's order with their children, subscriptions where some
    are sold, the producers.
    """
    all_wines, producers = PLAIN_LAYOUT.navigation
    entries = (
        MenuItem(label=node.name, url=node.link.url, links=tuple(each.link for each in category_tree.below(node)))
        for node in category_tree.entries
    )
    return (all_wines, *entries, *((SUBSCRIPTIONS,) if has_plans else ()), producers)
