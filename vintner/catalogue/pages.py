"""What the catalogue's pages show."""

from vintner.web.page import Image, Link, Page, Props


class Rating(Props):
    """`average` with one decimal, '4.3'; stars are drawn from it. `count` is the number of ratings."""

    average: str
    count: int


class PriceText(Props):
    """A price in words. `regular` is set while a sale lowers it; `unit` says per what ('750 ml'), may be empty."""

    current: str
    regular: str = ""
    from_lowest: bool = False


class Card(Props):
    """A wine in a grid. `can_add` says that the button adds it at once; otherwise it leads to the page."""

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
    """`first` and `last` are the positions of the items shown: 'Showing first–last of total'."""

    page: int
    pages: int
    first: int
    last: int
    total: int
    previous_url: str = ""
    next_url: str = ""


class ListingPage(Page):
    """The shop, or one category of it. `sort` is the chosen value of `sort_options`."""

    title: str
    intro: str
    breadcrumbs: tuple[Link, ...]
    categories: tuple[Link, ...]
    """The shelves to choose from; `current_category` is the address of the one shown, or empty."""
    current_category: str
    sort: str
    sort_options: tuple[SortOption, ...]
    cards: tuple[Card, ...]
    pagination: Pagination


class ProducerNote(Props):
    name: str
    region: str
    founded: int | None
    summary: str
    story: str
    image: Image | None


class HomePage(Page):
    """The front of the shop."""

    hero: Image | None
    hero_title: str
    hero_text: str
    featured: tuple[Card, ...]
    newest: tuple[Card, ...]
    categories: tuple[Link, ...]
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


class VariationChoice(Props):
    """One combination. `choices` maps the option's field to its value; `most` is the largest quantity or 0."""

    variation_id: int
    choices: dict[str, str]
    sku: str
    price: PriceText | None
    stock: str
    stock_kind: str
    most: int
    image: Image | None


class Tier(Props):
    """A row of the bulk table: '3 – 5', '10 % off', '$15.29'."""

    range: str
    discount: str
    unit_price: str


class ReviewNote(Props):
    review_id: int
    author: str
    rating: int | None
    date: str
    iso_date: str
    text: str
    verified: bool


class ProductPage(Page):
    """One wine."""

    product_id: int
    kind: str
    name: str
    sku: str
    url: str
    breadcrumbs: tuple[Link, ...]
    images: tuple[Image, ...]
    short_description: str
    description: tuple[str, ...]
    """Paragraphs of plain text."""
    price: PriceText | None
    stock: str
    stock_kind: str
    can_buy: bool
    most: int
    sold_individually: bool
    coming_soon: str
    """Text such as 'Released on March 3, 2027', empty for wines on sale."""
    options: tuple[Option, ...]
    variations: tuple[VariationChoice, ...]
    facts: tuple[Fact, ...]
    categories: tuple[Link, ...]
    tags: tuple[str, ...]
    tiers: tuple[Tier, ...]
    destination_note: str
    rating: Rating | None
    distribution: tuple[int, ...]
    """Numbers of ratings with 5, 4, 3, 2 and 1 stars."""
    reviews: tuple[ReviewNote, ...]
    producer: ProducerNote | None
    related: tuple[Card, ...]
