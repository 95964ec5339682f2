"""Things to test with: each function makes one, with defaults that make sense and only what matters spelt out.

Amounts are given as shops write them ("16.99") or as `Money`. Everything is saved.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import count

from django.utils import timezone

from vintner.cart.models import Cart, CartLine
from vintner.catalogue import products
from vintner.catalogue.models import (
    Attribute,
    AttributeValue,
    Category,
    Picture,
    Producer,
    ProducerSlide,
    Product,
    ProductFact,
    RelatedMaterial,
    Review,
    Variation,
)
from vintner.catalogue.reviews import reviews
from vintner.catalogue.slugs import slug_of
from vintner.catalogue.stock import stock_movements
from vintner.customers.models import User
from vintner.money import Money

Amount = Money | str

_numbers = count(1)


def money(amount: Amount) -> Money:
    """Return "16.99" as Money; Money stays as it is."""
    if isinstance(amount, Money):
        return amount
    whole, _, cents = amount.partition(".")
    return Money(int(whole) * 100 + int(f"{cents:0<2}"))


def make_product(
    *,
    sku: str = "",
    name: str = "",
    price: Amount | None = "20.00",
    sale_price: Amount | None = None,
    sale_starts_at: datetime | None = None,
    sale_ends_at: datetime | None = None,
    stock: int | None = 50,
    backorders: str = Variation.Backorders.NO,
    low_stock_threshold: int | None = None,
    sold_individually: bool = False,
    published: bool = True,
    visibility: str = Product.Visibility.VISIBLE,
    virtual: bool = False,
    alcoholic: bool = True,
    tax_status: str = "taxable",
    available_from: datetime | None = None,
    producer: Producer | None = None,
    categories: Iterable[Category] = (),
    facts: Mapping[str, str] | None = None,
) -> Product:
    """Make a simple product with its one variation. `stock` None means that stock is not counted."""
    number = next(_numbers)
    sku = sku or f"TEST-{number}"
    name = name or f"Test Wine {number}"
    product = Product.objects.create(
        sku=sku,
        name=name,
        slug=slug_of(f"{name}-{sku}"),
        published=published,
        visibility=visibility,
        virtual=virtual,
        alcoholic=alcoholic,
        tax_status=tax_status,
        available_from=available_from,
        producer=producer,
        sold_individually=sold_individually,
    )
    product.categories.add(*categories)
    for attribute, value in (facts or {}).items():
        add_fact(product, attribute, value)
    make_variation(
        product,
        sku=sku,
        price=price,
        sale_price=sale_price,
        sale_starts_at=sale_starts_at,
        sale_ends_at=sale_ends_at,
        stock=stock,
        backorders=backorders,
        low_stock_threshold=low_stock_threshold,
    )
    return product


def make_variable_product(
    *,
    sku: str = "",
    name: str = "",
    attribute: str = "Vintage",
    prices: Mapping[str, Amount] | None = None,
    stock: int | None = 50,
    categories: Iterable[Category] = (),
) -> Product:
    """Make a variable product with one variation for each value in `prices`: {"2019": "41.99", …}."""
    number = next(_numbers)
    sku = sku or f"TEST-{number}"
    name = name or f"Test Wine {number}"
    product = Product.objects.create(kind=Product.Kind.VARIABLE, sku=sku, name=name, slug=slug_of(f"{name}-{sku}"))
    product.categories.add(*categories)
    values = prices or {"2019": "41.99", "2018": "44.99", "2017": "47.99"}
    for position, (value, price) in enumerate(values.items()):
        make_variation(
            product,
            sku=f"{sku}-{slug_of(value)}",
            price=price,
            stock=stock,
            position=position,
            options={attribute: value},
        )
    return product


def make_variation(
    product: Product,
    *,
    sku: str | None = None,
    price: Amount | None = "20.00",
    sale_price: Amount | None = None,
    sale_starts_at: datetime | None = None,
    sale_ends_at: datetime | None = None,
    stock: int | None = 50,
    backorders: str = Variation.Backorders.NO,
    low_stock_threshold: int | None = None,
    enabled: bool = True,
    position: int = 0,
    options: Mapping[str, str] | None = None,
) -> Variation:
    """Make a variation and bring the product's kept columns up to date. `stock` None means not counted."""
    variation = Variation.objects.create(
        product=product,
        sku=sku or f"{product.sku}-V{next(_numbers)}",
        regular_price=None if price is None else money(price),
        sale_price=None if sale_price is None else money(sale_price),
        sale_starts_at=sale_starts_at,
        sale_ends_at=sale_ends_at,
        manage_stock=stock is not None,
        backorders=backorders,
        low_stock_threshold=low_stock_threshold,
        enabled=enabled,
        position=position,
    )
    if stock:
        stock_movements.move(stock_movements.Reason.OPENING, {variation.pk: stock})
        variation.refresh_from_db(fields=["on_hand"])
    variation.options.add(*[attribute_value(*each) for each in (options or {}).items()])
    products.refresh_products([product.pk], timezone.now())
    product.refresh_from_db()
    return variation


def only_variation(product: Product) -> Variation:
    """Return the one variation of a simple product, read afresh."""
    return product.variations.get()


def set_stock(wine: Product | Variation, bottles: int) -> None:
    """Let so many bottles of each variation of a wine, or of one variation, be on hand."""
    for variation in wine.variations.order_by("pk") if isinstance(wine, Product) else [wine]:
        stock_movements.set_on_hand(variation.pk, bottles, stock_movements.Reason.CORRECTED)


def add_fact(
    product: Product, attribute: str, value: str, *, visible: bool = True, only: Variation | None = None
) -> ProductFact:
    """State a fact about a product, or `only` about one variation of it: add_fact(wine, "Region", "Douro")."""
    position = product.facts.count()
    return ProductFact.objects.create(
        product=product, variation=only, value=attribute_value(attribute, value), visible=visible, position=position
    )


def attribute_value(attribute: str, value: str) -> AttributeValue:
    """Return the value of an attribute, made if there is none: attribute_value("Vintage", "2019")."""
    kind, _ = Attribute.objects.get_or_create(slug=slug_of(attribute), defaults={"name": attribute})
    found, _ = AttributeValue.objects.get_or_create(attribute=kind, slug=slug_of(value), defaults={"name": value})
    return found


def make_category(
    name: str = "", *, slug: str = "", parent: Category | None = None, children_in_menu: bool = False
) -> Category:
    """Make a category, or return the one with that slug."""
    name = name or f"Shelf {next(_numbers)}"
    category, _ = Category.objects.get_or_create(
        slug=slug or slug_of(name),
        defaults={"name": name, "parent": parent, "children_in_menu": children_in_menu},
    )
    return category


def make_producer(name: str = "", *, region: str = "Douro", country: str = "Portugal") -> Producer:
    """Make a producer."""
    name = name or f"Test Estate {next(_numbers)}"
    return Producer.objects.create(name=name, slug=slug_of(name), region=region, country=country)


def make_picture(alt: str = "A hill") -> Picture:
    """Make a picture in one size. There is no file behind it: pages only name its address."""
    checksum = f"{next(_numbers):064}"
    path = f"pictures/{checksum[-20:]}-1280.jpeg"
    sizes = [{"format": kind, "width": 1280, "height": 720, "path": path} for kind in ("avif", "webp", "jpeg")]
    return Picture.objects.create(original=path, width=1280, height=720, alt=alt, checksum=checksum, sizes=sizes)


def add_slide(producer: Producer, caption: str = "") -> ProducerSlide:
    """Give a producer's slider one more picture."""
    return producer.slides.create(picture=make_picture(), caption=caption, position=producer.slides.count())


def add_material(producer: Producer, title: str, *, link: str = "/shop/") -> RelatedMaterial:
    """Give a producer something to read that is a link."""
    return producer.materials.create(title=title, link=link, position=producer.materials.count())


def make_review(
    product: Product,
    *,
    rating: int | None = 5,
    text: str = "Lovely.",
    author: str = "",
    status: str = Review.Status.APPROVED,
    created_at: datetime | None = None,
) -> Review:
    """Make a review, approved unless said otherwise, and bring the product's rating up to date."""
    review = Review.objects.create(
        product=product,
        rating=rating,
        text=text,
        author=author or f"Taster {next(_numbers)}",
        status=status,
        created_at=created_at or timezone.now(),
    )
    reviews.refresh_ratings([product.pk])
    product.refresh_from_db()
    return review


def make_user(
    email: str = "",
    *,
    password: str | None = None,
    first_name: str = "Test",
    last_name: str = "Taster",
    is_staff: bool = False,
    is_superuser: bool = False,
) -> User:
    """Make an account; without a password nobody can log in to it except by `client.force_login`."""
    return User.objects.create_user(
        email or f"taster{next(_numbers)}@example.com",
        password,
        first_name=first_name,
        last_name=last_name,
        is_staff=is_staff,
        is_superuser=is_superuser,
    )


def make_cart(
    *lines: tuple[Product | Variation, int],
    user: User | None = None,
    country: str = "",
    state: str = "",
    postcode: str = "",
) -> Cart:
    """Make a cart: make_cart((wine, 2), (variation, 1), state="CA"). A product means its one variation."""
    cart = Cart.objects.create(user=user, country=country, state=state, postcode=postcode)
    for thing, quantity in lines:
        variation = only_variation(thing) if isinstance(thing, Product) else thing
        CartLine.objects.create(cart=cart, variation=variation, quantity=quantity)
    return cart
