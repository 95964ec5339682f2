"""The lines of an order as e-mails show them."""

from dataclasses import dataclass
from typing import Final

from vintner.catalogue.email_pictures import EmailPicture, email_picture
from vintner.catalogue.wine_label import WineLabel
from vintner.money import Money
from vintner.orders.models import Order, OrderLine

WIDTH: Final = 56
HEIGHT: Final = 75


@dataclass(frozen=True, slots=True)
class EmailLine:
    """A line with the bottle's label and, while the wine is in the catalogue, its picture."""

    label: WineLabel
    picture: EmailPicture | None
    quantity: int
    bottles_in_words: str
    subtotal: Money


def email_lines(order: Order) -> tuple[EmailLine, ...]:
    """Return the order's lines. One query for any number of them."""
    rows = order.lines.select_related("variation__picture", "variation__product__picture")
    return tuple(_email_line(row) for row in rows)


def _email_line(row: OrderLine) -> EmailLine:
    picture = (row.variation.picture or row.variation.product.picture) if row.variation else None
    return EmailLine(
        label=row.label,
        picture=email_picture(picture, width=WIDTH, height=HEIGHT, alt=row.name) if picture else None,
        quantity=row.quantity,
        bottles_in_words=row.bottles_in_words,
        subtotal=row.subtotal,
    )
