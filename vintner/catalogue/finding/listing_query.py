"""The query of a listing, as its address holds it: which wines, in which order, which page of them."""

from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from vintner.catalogue.finding.filters import Filters, Parameter
from vintner.catalogue.finding.search import BEGINNING
from vintner.catalogue.models import Category, Tag

DEFAULT_SORT: Final = "menu_order"
RELEVANCE: Final = "relevance"
SORTS: Final = {
    DEFAULT_SORT: "Default sorting",
    "popularity": "Sort by popularity",
    "rating": "Sort by average rating",
    "date": "Sort by latest",
    "price": "Sort by price: low to high",
    "price-desc": "Sort by price: high to low",
}
"""Value of `orderby` → its label (docs/behaviour/catalogue.md#sort-orders)."""
SEARCH_SORTS: Final = {RELEVANCE: "Relevance"} | {value: text for value, text in SORTS.items() if value != DEFAULT_SORT}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingQuery:
    """One page of the shop, a category, a tag or a search, filtered and sorted."""

    category: Category | None = None
    tag: Tag | None = None
    search: str = ""
    page: int = 1
    sort: str = ""
    """The value of `orderby` in the address; an unknown one counts as the default."""
    filters: Filters = field(default_factory=Filters)
    only_ids: frozenset[int] | None = None
    """The products to choose from, None for all. No address of a listing says it."""

    @property
    def sorts(self) -> dict[str, str]:
        """The sort orders to choose from; the first is the default."""
        return SEARCH_SORTS if self.search else SORTS

    @property
    def order(self) -> str:
        """The sort order that applies."""
        return self.sort if self.sort in self.sorts else next(iter(self.sorts))

    @property
    def title(self) -> str:
        if self.search:
            return f"Search results for “{self.search.removesuffix(BEGINNING)}”"
        group = self.category or self.tag
        if group is None and self.filters.facets == ("subscription",):
            return "Subscriptions"
        return group.name if group else "All wines"

    @property
    def base(self) -> tuple[str, ...]:
        """The keys that all wines of the listing have before it is filtered."""
        keys = ["searchable" if self.search else "listed"]
        keys += [f"tag:{self.tag.slug}"] if self.tag else []
        return tuple(keys)

    def path(self, page: int = 1) -> str:
        """Return the path of a page, without parameters."""
        number = [page] if page > 1 else []
        if self.search:
            return reverse("search", args=number) if number else "/"
        if self.category is not None:
            return reverse("category", args=[self.category.slug, *number])
        return reverse("tag", args=[self.tag.slug, *number]) if self.tag else reverse("shop", args=number)

    def search_parameters(self) -> list[Parameter]:
        """Return the parameters of a search, none for other listings."""
        return [("s", self.search), ("post_type", "product")] if self.search else []

    def sort_parameters(self) -> list[Parameter]:
        """Return the parameter of a sort order other than the default."""
        return [("orderby", self.order)] if self.order != next(iter(self.sorts)) else []

    def url(self, page: int) -> str:
        """Return the address of another page of the same listing."""
        parameters = [*self.search_parameters(), *self.filters.parameters(), *self.sort_parameters()]
        return f"{self.path(page)}?{urlencode(parameters)}" if parameters else self.path(page)

    def url_with(self, filters: Filters) -> str:
        """Return the address of the first page with other filters."""
        return replace(self, filters=filters).url(1)

    def canonical(self) -> str:
        """Return the address that search engines should index."""
        return replace(self, sort="", filters=Filters()).url(self.page)
