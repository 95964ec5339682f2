"""Shoppers with their carts and reviews."""

from datetime import datetime

from django.utils import timezone

from vintner.cart.models import Cart, CartLine
from vintner.catalogue.models import Product, Review, Variation
from vintner.catalogue.reviews import reviews
from vintner.customers.models import User
from vintner.testing.builders.amounts import NUMBERS
from vintner.testing.builders.products import only_variation


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
        author=author or f"Taster {next(NUMBERS)}",
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
        email or f"taster{next(NUMBERS)}@example.com",
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
