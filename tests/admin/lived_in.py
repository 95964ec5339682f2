"""A shop with a row of everything that the admin shows: orders in every state, e-mails, refunds, disputes, a job …"""

from datetime import timedelta
from io import BytesIO
from typing import Final

from django.apps import apps
from django.db.models import Model
from django.utils import timezone
from PIL import Image
from procrastinate.contrib.django import app

from vintner.accounts.fields.profiles import save_profile
from vintner.accounts.models import ProfilePicture, SavedAddress
from vintner.alerts.models import Alert
from vintner.analytics.models import EventCount
from vintner.catalogue.models import Product, ShippingClass
from vintner.consent.models import ConsentRecord
from vintner.content.models import ContactMessage
from vintner.customers.models import User
from vintner.demo.world import make_world
from vintner.favourites.models import Favourite, SharedList
from vintner.launches.models import LaunchPlan
from vintner.money import Money
from vintner.newsletter.models import NewsletterReader
from vintner.notices.models import StoreNotice
from vintner.orders import notes, orders
from vintner.orders.models import Email, Order, OrderNumbering, Refund
from vintner.orders.refundable import NewRefund, refund_of_line
from vintner.orders.rules import Status
from vintner.payments import refunds
from vintner.payments.models import CardSetup, Case, Payment, ProviderEvent, StoreDomain
from vintner.pricing.models import Policy
from vintner.shipping.models import Sent
from vintner.store_mode.models import PreviewLink
from vintner.testing import builders
from vintner.testing.orders import new_order

MOVES: Final[tuple[tuple[Status, ...], ...]] = (
    (),
    (Status.ON_HOLD,),
    (Status.FAILED,),
    (Status.CANCELLED,),
    (Status.PROCESSING,),
    (Status.PROCESSING, Status.COMPLETED),
)
"""How new orders reach their states. Refunds do the rest."""


def make_shop() -> None:
    """Make the demo's shop without pictures, and what it does not have."""
    make_world(timezone.now(), pictures=False)
    ShippingClass.objects.create(slug="heavy", name="Heavy")
    # A label that is wider than a phone.
    picture = builders.make_picture("A bottle of Amontillado on a barrel in the cellar of the bodega")
    Product.objects.filter(pk=first("catalogue.Product").pk).update(picture=picture)
    StoreNotice.objects.get_or_create(text="Closed on Monday.")
    Policy.objects.get_or_create(pk=1)
    OrderNumbering.objects.get_or_create(pk=1)
    Alert.objects.create(product=Product.objects.get(sku="V-SOON"), email="nora@example.com", consent="One email.")
    ContactMessage.objects.create(name="Theo", email="theo@example.com", text="When are you open?")
    NewsletterReader.objects.create(email="theo@example.com", consent="About twice a month.")
    ConsentRecord.objects.create(statistics=True, preferences=False, version=1, region="US-CA")
    PreviewLink.objects.create(note="The designer")
    nora = User.objects.get(email="nora@example.com")
    Favourite.objects.get_or_create(user=nora, product=Product.objects.get(sku="V-SOON"))
    SharedList.objects.get_or_create(user=nora)
    make_counts()
    LaunchPlan.objects.create(product=Product.objects.get(sku="V-SOON"), moment=timezone.now() + timedelta(days=1))
    make_orders()
    make_payments(first_order())
    make_profile()
    app.configure_task("orders.send_email").defer(email_id=1)


def make_counts() -> None:
    """Count something in each report."""
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    wine = Product.objects.order_by("pk")[0].pk
    keys = {
        "views": "", "source": "organic|google|organic", "landing": "/shop/", "page": f"/product/{'long-' * 20}/",
        "term": "port", "no_result": "retsina", "kind": "2", "viewed": str(wine), "vital": "LCP|4|1|79",
    }  # fmt: skip
    EventCount.objects.bulk_create(
        EventCount(hour=now, dimension=dimension, key=key, events=1200, visits=500, visitors=400)
        for dimension, key in keys.items()
    )


def make_orders() -> None:
    """Make an order in every state, one of them paid back in part, with notes and e-mails."""
    manager = User.objects.get(email="manager@example.com")
    for moves in MOVES:
        order = orders.create(new_order())
        for to in moves:
            orders.move(order, to, f"Now {to}.", by=manager)
        notes.add(order, "Calls often.", by=manager)
        notes.add(order, "On Monday.", by=manager, to_customer=True)
        orders.add_note(order, "Look at this.", alert=True)
    for part in (False, True):
        order = orders.create(new_order())
        orders.mark_paid(order, "Paid in the shop.")
        line = refund_of_line(order.lines.all()[0], 1)
        new = NewRefund(amount=Money(500) if part else line.amount + line.tax, lines=() if part else (line,))
        refunds.refund(order.pk, new, by=manager, by_hand=True)
    Refund.objects.update(by=None)  # made at the provider, or by somebody whose account was deleted


def make_payments(order: Order) -> None:
    """Give a paid order what the card provider sends later: a dispute, an event; and the ledger a row."""
    customer = User.objects.get(email="nora@example.com")
    CardSetup.objects.create(user=customer, attempt=1, idempotency_key="setup-1")
    payment = order.payments.first() or Payment.objects.create(
        order=order, attempt=1, amount=order.total, currency=order.currency, idempotency_key="payment-1"
    )
    Case.objects.create(payment=payment, provider_id="dp_1", doubt=Case.Doubt.DISPUTE, reason="x", amount=Money(500))
    Email.objects.create(order=order, kind="note", about="1", to="nora@example.com", subject="News", message_id="<1@x>")
    Sent.objects.create(
        order=order, people=["nora"], line=order.lines.all()[0], bottles=1, litres=1, written_at=timezone.now()
    )
    ProviderEvent.objects.create(event_id="evt_1", type="charge.dispute.created")
    StoreDomain.objects.create(name="shop.example.com", checked_at=timezone.now())


def make_profile() -> None:
    """Have a customer tell of herself all that the admin shows."""
    customer = User.objects.get(pk=first("customers.User").pk)
    values = {"country": "US", "city": "Napa", "phone": "+14155552671", "phone_code": "US"}
    save_profile(customer, values, timezone.now())
    content = BytesIO()
    Image.new("RGB", (96, 96), "darkred").save(content, "WEBP")
    ProfilePicture.objects.create(user=customer, name="0" * 32, small=content.getvalue(), large=content.getvalue())
    SavedAddress.objects.create(user=customer, address_1="1 First Street", city="Napa", state="CA", country="US")


def first_order() -> Order:
    order = first("orders.Order")
    assert isinstance(order, Order)
    return order


def first(label: str) -> Model:
    """Return the oldest row of a model. Orders that are still drafts belong to nobody."""
    excluded = {"status": "draft"} if label == "orders.Order" else {}
    row: Model | None = apps.get_model(label)._base_manager.order_by("pk").exclude(**excluded).first()
    assert row is not None, f"The world of this test has no {label}."
    return row
