"""What the catalogue's pages show."""

from typing import Literal

from vintner.catalogue.reviews.props import ProductReviews, Rating
from vintner.web.page import Image, Link, Page, Props


class PriceText(Props):
    """A price in words. `regular` is set while a sale or a promotion lowers it."""

    current: str
    regular: str = ""
    from_lowest: bool = False


class Card(Props):
    """A wine in a grid. `vintage` names all that there are ('2016, 2018'); `unit` is what the price is for ('750 ml').

    `can_add` says that the button adds it at once; otherwise it leads to the page.
    """

    product_id: int
    sku: str
    name: str
    url: str
    image: Image | None
    producer: str
    vintage: str
    region: str
    colour: str
    price: PriceText | None
    unit: str
    rating: Rating | None
    stock: str
    stock_kind: str
    """in_stock, low, on_backorder, out_of_stock or coming_soon."""
    can_add: bool
    button: str


class SortOption(Props):
    value: str
    label: str


class Pagination(Props):
    """`url` is the page's own address. `first` and `last` are the positions of its items among all."""

    url: str
    page: int
    pages: int
    first: int
    last: int
    total: int
    previous_url: str = ""
    next_url: str = ""


Paging = Literal["infinity_scroll", "more_button", "pagination", "more_pagination", "none"]
"""How further pages of a listing are displayed (docs/behaviour/catalogue.md#further-pages)."""


class KeptParameter(Props):
    """A parameter of the listing's address that a form on the page sends along."""

    name: str
    value: str


class FacetValue(Props):
    """A choice of a facet. `count` is the number of wines that it would show, whatever else of the facet is chosen."""

    value: str
    label: str
    count: int
    chosen: bool


class Facet(Props):
    """One way of narrowing a listing down. `name` is the parameter of the address; `cut` says that there may be more
    values than these, which are the commonest.
    """

    name: str
    label: str
    values: tuple[FacetValue, ...]
    cut: bool


class Chip(Props):
    """A choice made, and the address without it."""

    label: str
    url: str


class FacetPanel(Props):
    """The form that narrows a listing down, sent to `action` together with `kept`. Prices are typed in dollars.

    Of a facet, `most_chosen` values may be chosen.
    """

    action: str
    kept: tuple[KeptParameter, ...]
    facets: tuple[Facet, ...]
    least: str
    most: str
    chips: tuple[Chip, ...]
    clear_url: str
    total: int
    most_chosen: int
    problems: tuple[str, ...]


class SearchNote(Props):
    """What was searched for. `corrected` is how it was read, or empty; `close` says that no wine has all the words."""

    question: str
    corrected: str
    close: bool


class Suggestion(Props):
    """Something the search box offers. `thumb` is the address of a small picture, or empty."""

    label: str
    url: str
    detail: str
    price: str
    thumb: str


class Suggestions(Props):
    """What the search box offers for the letters typed so far."""

    wines: tuple[Suggestion, ...]
    producers: tuple[Suggestion, ...]


class ListingPage(Page):
    """The shop, one category of it, or the answer to a search. `sort` is the chosen value of `sort_options`."""

    title: str
    intro: str
    breadcrumbs: tuple[Link, ...]
    categories: tuple[Link, ...]
    """The shelves to choose from; `current_category` is the address of the one shown, or empty."""
    current_category: str
    search: SearchNote | None
    facets: FacetPanel
    sort: str
    sort_options: tuple[SortOption, ...]
    kept: tuple[KeptParameter, ...] = ()
    """What the sort form sends along, so that a new order keeps the choices made."""
    paging: Paging
    waits_for_images: bool
    cards: tuple[Card, ...]
    others: tuple[Card, ...]
    """Wines to look at instead when there are none."""
    pagination: Pagination


class ProducerNote(Props):
    """A producer on a tile. `wines` is the number of its wines in the shop."""

    name: str
    url: str
    country: str
    region: str
    founded: int | None
    summary: str
    image: Image | None
    logo: Image | None
    wines: int


class ProducerSlide(Props):
    """A picture of a producer's slider."""

    image: Image
    caption: str


class Material(Props):
    """Something to read or see: 'The estate on one page', an 'Estate profile'. `form` is PDF, TXT or where it leads."""

    title: str
    kind: str
    url: str
    form: str


class ProducerProfile(ProducerNote):
    """All there is to tell of a producer. `story` holds paragraphs of plain text."""

    story: tuple[str, ...]
    slides: tuple[ProducerSlide, ...]
    materials: tuple[Material, ...]


class ProducerPage(Page):
    """One producer and its wines. `wines_url` leads to all of them when there are more than the page shows."""

    breadcrumbs: tuple[Link, ...]
    producer: ProducerProfile
    wines: tuple[Card, ...]
    wines_url: str


class Country(Props):
    """The producers of a country, and how many wines they have in the shop."""

    name: str
    producers: tuple[ProducerNote, ...]
    wines: int


class ProducersPage(Page):
    """All producers, by country."""

    breadcrumbs: tuple[Link, ...]
    countries: tuple[Country, ...]


class ShelfTile(Props):
    """A shelf on the home page, with a wine of it for a picture."""

    label: str
    url: str
    image: Image | None


class HomePage(Page):
    """The front of the shop."""

    hero: Image | None
    hero_title: str
    hero_text: str
    shelves: tuple[ShelfTile, ...]
    featured: tuple[Card, ...]
    newest: tuple[Card, ...]
    producers: tuple[ProducerNote, ...]


class Fact(Props):
    """Vintage: 2019. `slug` is the attribute's: vintage, region, grape …"""

    slug: str
    name: str
    value: str


class Option(Props):
    """A choice of a variable product: name 'Vintage', field 'attribute_vintage', values in order."""

    name: str
    field: str
    values: tuple[str, ...]


class Tier(Props):
    """A row of the bulk table: '3 – 5', '10 % off', '$15.29'."""

    range: str
    discount: str
    unit_price: str


class NextRow(Props):
    """The row of the bulk table that `missing` more bottles lead to, and the words for it."""

    range: str
    missing: int
    text: str


class Combination(Props):
    """A variation by what it stands for: the option's field → its value. `most` is the largest quantity or 0."""

    variation_id: int
    choices: dict[str, str]
    most: int


class VariationChoice(Combination):
    """All that the page shows of a variation."""

    title: str
    sku: str
    price: PriceText | None
    unit: str
    stock: str
    stock_kind: str
    image: Image | None
    facts: tuple[Fact, ...] = ()
    """What is true of this one, in place of what the product says under the same names."""


class ProductPage(Page):
    """One wine."""

    product_id: int
    kind: str
    name: str
    title: str
    """The name with the vintage, as far as there is one for all: 'Les Hauts de Roques 2020'."""
    sku: str
    url: str
    breadcrumbs: tuple[Link, ...]
    images: tuple[Image, ...]
    short_description: str
    description: tuple[str, ...]
    """Paragraphs of plain text."""
    price: PriceText | None
    unit: str
    """What the price is for: 'per bottle · 500 ml'."""
    stock: str
    stock_kind: str
    can_buy: bool
    most: int
    sold_individually: bool
    coming_soon: str
    """Text such as 'Released on March 3, 2027', empty for wines on sale."""
    options: tuple[Option, ...]
    variations: tuple[VariationChoice, ...]
    combinations: tuple[Combination, ...] = ()
    """Stand in for `variations` where there are too many: `get_variation` is asked for the chosen one."""
    facts: tuple[Fact, ...]
    categories: tuple[Link, ...]
    tags: tuple[str, ...]
    tiers: tuple[Tier, ...]
    next_row: NextRow | None
    """Of one bottle, with nothing in the cart."""
    dynamic_pricing: bool
    """Whether promotions run: the price of more bottles, or beside others in the cart, has to be asked for."""
    destination_note: str
    rating: Rating | None
    reviews: ProductReviews
    producer: ProducerProfile | None
    producer_wines: tuple[Card, ...]
    """Other wines of the producer."""
    related: tuple[Card, ...]
