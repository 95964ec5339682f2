"""Products and reviews in the shapes that clients of WooCommerce's Store API know."""

from pydantic import ConfigDict, Field

from vintner.store_api.shapes import Amounts, ApiShape, ImageShape, Minor, Nothing, Prices


class Term(ApiShape):
    """A category, a tag or a producer, with a page of its own."""

    id: int
    name: str
    slug: str
    link: str


class AttributeTerm(ApiShape):
    """A value of an attribute."""

    id: int
    name: str
    slug: str


class AttributeShape(ApiShape):
    """An attribute of the product, or of its variations if they differ in it."""

    id: int
    name: str
    taxonomy: None = None
    has_variations: bool
    terms: tuple[AttributeTerm, ...]


class VariationOption(ApiShape):
    """An option of a variation."""

    name: str
    value: str


class VariationShape(ApiShape):
    """A variation, by id."""

    id: int
    attributes: tuple[VariationOption, ...]


class StockWords(ApiShape):
    """The stock in words, and the class that shops give them."""

    model_config = ConfigDict(serialize_by_alias=True)

    text: str
    kind: str = Field(serialization_alias="class")


class AddToCart(ApiShape):
    """The text of the button, and how many it may add."""

    text: str
    description: str
    url: str
    single_text: str
    minimum: int = 1
    maximum: int
    multiple_of: int = 1


class ProductShape(ApiShape):
    """A product or, with a parent, one of its variations. Descriptions and price_html are HTML, all else is text."""

    id: int
    name: str
    slug: str
    parent: int = 0
    type: str
    variation: str = ""
    permalink: str
    sku: str
    short_description: str = ""
    description: str = ""
    on_sale: bool
    prices: Prices
    price_html: str
    average_rating: str
    review_count: int
    images: tuple[ImageShape, ...]
    categories: tuple[Term, ...] = ()
    tags: tuple[Term, ...] = ()
    brands: tuple[Term, ...] = ()
    attributes: tuple[AttributeShape, ...] = ()
    variations: tuple[VariationShape, ...] = ()
    grouped_products: tuple[int, ...] = ()
    has_options: bool
    is_purchasable: bool
    is_in_stock: bool
    is_on_backorder: bool
    low_stock_remaining: int | None
    stock_availability: StockWords
    sold_individually: bool
    add_to_cart: AddToCart
    extensions: Nothing = Nothing()


class FoundPrices(Amounts):
    """The lowest and the highest price of the matching products."""

    min_price: Minor
    max_price: Minor


class RatingCount(ApiShape):
    """The number of products with a rating, rounded down to whole stars."""

    rating: int
    count: int


class StockCount(ApiShape):
    """The number of products with a stock status. The count is text, as clients expect."""

    status: str
    count: str


class CollectionData(ApiShape):
    """Figures of all matching products; None for those that were not requested."""

    price_range: FoundPrices | None = None
    attribute_counts: None = None
    rating_counts: tuple[RatingCount, ...] | None = None
    stock_status_counts: tuple[StockCount, ...] | None = None
    taxonomy_counts: None = None


class ReviewShape(ApiShape):
    """A review.

    `review` is HTML; times are those of the store. There are no avatars: they would reveal who has an account.
    """

    id: int
    date_created: str
    formatted_date_created: str
    date_created_gmt: str
    product_id: int
    product_name: str
    product_permalink: str
    product_image: ImageShape | None
    reviewer: str
    review: str
    rating: int
    verified: bool
    reviewer_avatar_urls: dict[str, str] = {}
