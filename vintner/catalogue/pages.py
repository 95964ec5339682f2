"""The props of the catalogue's pages."""

from typing import ClassVar, Literal

from vintner.catalogue.finding.facet_props import FacetPanel, QueryParameter
from vintner.catalogue.product.offer_props import CaseOffer as CaseOffer
from vintner.catalogue.product.offer_props import NextRow as NextRow
from vintner.catalogue.product.offer_props import Tier as Tier
from vintner.catalogue.reviews.props import ProductReviews, Rating
from vintner.catalogue.sets.props import SetContents
from vintner.catalogue.tasting.props import Fact, Scale, Score
from vintner.web.express_buttons import ExpressButtons
from vintner.web.page import Image, Link, Page, PromiseText, Props


class PriceText(Props):
    """A price in words. `regular` is set while a sale or a promotion lowers it."""

    current: str
    regular: str = ""
    from_lowest: bool = False


class Card(Props):
    """A wine in a grid. `vintage` lists all vintages ('2016, 2018'). `unit` is what the price is for: '/ 750 ml',
    'every month'.

    `can_add` says that the button adds it to the cart; otherwise it links to the product page.
    """

    product_id: int
    item_id: int
    """What the button adds: the product, or its only variation that the filters of the listing leave."""
    sku: str
    name: str
    url: str
    image: Image | None
    producer: str
    vintage: str
    region: str
    colour: str
    price: PriceText | None
    price_note: str = ""
    """Words in place of a hidden price, or what the first boxes of a subscription cost."""
    unit: str
    offer: str = ""
    """A few words about a promotion of this wine: '3 for $60'."""
    rating: Rating | None
    stock: str
    stock_kind: str
    """in_stock, low, on_backorder, out_of_stock or coming_soon."""
    can_add: bool
    button: str
    by_plan: bool = False
    """It is sold by subscription, at a price that is agreed."""
    ships_wine: bool = True


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


class SearchNote(Props):
    """A search. `corrected` is how it was read, or empty; `close` says that no wine has all the words."""

    question: str
    corrected: str
    close: bool


class ListingPage(Page):
    """The shop, one category of it, or the answer to a search. `sort` is the chosen value of `sort_options`."""

    may_have_tag: ClassVar[bool] = True
    has_inline_styles: ClassVar[bool] = True

    title: str
    intro: str
    breadcrumbs: tuple[Link, ...]
    search: SearchNote | None
    facets: FacetPanel
    sort: str
    sort_options: tuple[SortOption, ...]
    other_parameters: tuple[QueryParameter, ...] = ()
    """Parameters that the sort form sends along: the search and the filters."""
    paging: Paging
    waits_for_images: bool
    cards: tuple[Card, ...]
    others: tuple[Card, ...]
    """Wines to display instead when the listing is empty."""
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
    portrait: Image | None
    wines: int


class ProducerSlide(Props):
    """A picture of a producer's slider."""

    image: Image
    caption: str


class Material(Props):
    """A document or link about a producer: title, kind, and in `form` the file type or the host of the link."""

    title: str
    kind: str
    url: str
    form: str


class ProducerProfile(ProducerNote):
    """The profile of a producer. `story` has paragraphs of plain text."""

    story: tuple[str, ...]
    slides: tuple[ProducerSlide, ...]
    materials: tuple[Material, ...]


class ProducerPage(Page):
    """One producer and its wines. `wines_url` leads to all of them when there are more than the page shows."""

    may_have_tag: ClassVar[bool] = True
    has_inline_styles: ClassVar[bool] = True

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

    may_have_tag: ClassVar[bool] = True
    has_inline_styles: ClassVar[bool] = True

    breadcrumbs: tuple[Link, ...]
    countries: tuple[Country, ...]


class ShelfTile(Props):
    """A category on the home page, with the picture of one of its wines."""

    label: str
    url: str
    image: Image | None


class HomePage(Page):
    """The home page."""

    may_have_tag: ClassVar[bool] = True
    has_inline_styles: ClassVar[bool] = True

    hero: Image | None
    hero_title: str
    hero_text: str
    promises: tuple[PromiseText, ...]
    shelves: tuple[ShelfTile, ...]
    featured: tuple[Card, ...]
    newest: tuple[Card, ...]
    producers: tuple[ProducerNote, ...]


class Option(Props):
    """A choice of a variable product: name 'Vintage', field 'attribute_vintage', values in order."""

    name: str
    field: str
    values: tuple[str, ...]
    missing: str
    """What asks for the choice: 'Choose a vintage'."""


class Combination(Props):
    """A variation by its options: field → value. `most` is the largest quantity or 0."""

    variation_id: int
    choices: dict[str, str]
    most: int


class VariationChoice(Combination):
    """A variation as the page displays it."""

    title: str
    sku: str
    price: PriceText | None
    sale_ends: str = ""
    """'Sale ends December 4, 2026', empty while none runs and where its end is open."""
    unit: str
    stock: str
    stock_kind: str
    image: Image | None
    facts: tuple[Fact, ...] = ()
    """Facts of this variation; they replace those of the product with the same names."""
    note: str = ""
    """What sets it apart."""
    scores: tuple[Score, ...] = ()
    """Critics' scores of this variation alone."""


class ProductPage(Page):
    """One wine."""

    may_have_tag: ClassVar[bool] = True
    has_inline_styles: ClassVar[bool] = True

    product_id: int
    kind: str
    name: str
    title: str
    """The name with the vintage, if all variations have the same: 'Les Hauts de Roques 2020'."""
    sku: str
    url: str
    breadcrumbs: tuple[Link, ...]
    images: tuple[Image, ...]
    short_description: str
    description: tuple[str, ...]
    """Paragraphs of plain text."""
    price: PriceText | None
    price_note: str = ""
    """Words in place of a hidden price."""
    sale_ends: str = ""
    """As of a variation, where all of them have the same."""
    plan_terms: tuple[str, ...] = ()
    """What subscribers agree on, of wine that is sold by subscription alone. `price` is that of later boxes."""
    contents: SetContents | None = None
    """What is in a gift set, None for all else."""
    button: str
    ships_wine: bool = True
    unit: str
    """The unit of the price: 'per bottle · 500 ml'."""
    stock: str
    stock_kind: str
    can_buy: bool
    most: int
    sold_individually: bool
    coming_soon: str
    """The merchant's text or 'Released on March 3, 2027', empty for wines on sale."""
    release: str
    """'March 3, 2027, 10:15 a.m. PST' for a coming wine with the merchant's text, else empty."""
    alerts: bool
    """Whether it leads to e-mails about its price. That of a subscription is agreed."""
    alert_consent: str
    """What a visitor agrees to who leaves an e-mail address, empty for wines on sale."""
    options: tuple[Option, ...]
    preselected: dict[str, str]
    """The choice with which the page begins: field → value."""
    variations: tuple[VariationChoice, ...]
    combinations: tuple[Combination, ...] = ()
    """Replace `variations` if there are too many: the browser requests the chosen one with `get_variation`."""
    facts: tuple[Fact, ...]
    scales: tuple[Scale, ...] = ()
    scores: tuple[Score, ...] = ()
    tasting_sheet: str = ""
    """The address of the sheet, without a choice; empty for what has none."""
    categories: tuple[Link, ...]
    tags: tuple[str, ...]
    tiers: tuple[Tier, ...]
    next_row: NextRow | None
    """For one bottle and an empty cart."""
    cases: dict[int, tuple[CaseOffer, ...]] = {}
    """Quick choices of the quantity, by variation; of a product without choices by its own id."""
    quantity: int = 1
    """The quantity with which the page begins."""
    dynamic_pricing: bool
    """Whether promotions run: then the price depends on the quantity and the cart, and has to be requested."""
    destination_note: str
    rating: Rating | None
    reviews: ProductReviews
    producer: ProducerProfile | None
    producer_wines: tuple[Card, ...]
    """Other wines of the producer."""
    related: tuple[Card, ...]
    express: ExpressButtons | None
