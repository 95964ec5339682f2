"""Collects what the store knows of a customer, as plain values for the archive. Secrets are left out."""

from collections.abc import Mapping, Sequence

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F, Q, QuerySet

from vintner.accounts.models import CustomerProfile, ProfilePicture, SavedAddress
from vintner.alerts.models import Alert, DigestReader
from vintner.attribution.models import NAMES, CustomerAttribution, OrderAttribution
from vintner.cart.models import Cart
from vintner.catalogue.models import Review
from vintner.content.models import ContactMessage
from vintner.customers.models import User
from vintner.customers.proven_addresses import build_owner_condition, list_proven_addresses
from vintner.favourites.models import Favourite, SharedList
from vintner.newsletter.models import NewsletterReader
from vintner.orders.models import Email, Order, OrderEvent
from vintner.orders.ownership import list_own_order_ids
from vintner.payments.models import SavedMethod
from vintner.shipping.models import Sent
from vintner.shipping.regions import Address
from vintner.subscriptions.changes.personal_data import collect_subscriptions
from vintner.web.email_addresses import has_address

Entry = Mapping[str, object]
Known = dict[str, Sequence[Entry]]


def collect(user: User) -> Known:
    """Return title of a part → its entries, each with names and values that JSON can hold after `default=str`."""
    order_ids = list_own_order_ids(user)
    orders = Order.objects.filter(pk__in=order_ids).order_by("pk")
    return {
        "account": [_account(user)],
        "email_addresses": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "profile": _rows(
            CustomerProfile.objects.filter(user=user),
            *("country", "state", "phone", "date", "address", "city", "postcode", "terms_accepted_at"),
        ),
        "profile_picture": _rows(ProfilePicture.objects.filter(user=user), "added_at"),
        "address_book": _rows(
            SavedAddress.objects.filter(user=user),
            *(*Address.__dataclass_fields__, "for_billing", "for_shipping", "removed_at"),
        ),
        "second_factors": _rows(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
        "sessions": _rows(UserSession.objects.filter(user=user), "ip", "user_agent", "created_at", "last_seen_at"),
        "saved_payment_methods": _rows(
            SavedMethod.objects.filter(customer__user=user),
            *("type", "brand", "last_four", "account", "expires_year", "expires_month", "is_default", "saved_at"),
        ),
        "carts": [_cart(cart) for cart in Cart.objects.filter(build_owner_condition(user), is_express=False)],
        "orders": [_order(order) for order in orders.prefetch_related("lines", "adjustments", "payments", "refunds")],
        "subscriptions": collect_subscriptions(user),
        "wine_shipped": _rows(
            Sent.objects.filter(order__in=order_ids).order_by("pk"),
            *("order_id", "name", "email", "address", "wine", "bottles", "litres", "written_at", "taken_back_at"),
        ),
        "reviews": _rows(
            Review.objects.filter(build_owner_condition(user)),
            *("product__name", "author", "email", "rating", "text", "status", "reply", "created_at"),
        ),
        "alerts": _rows(
            Alert.objects.filter(build_owner_condition(user)),
            *("kind", "product__name", "email", "consent", "asked_at", "confirmed_at", "stopped_at", "sent_at"),
            *("variation__sku", "price", "vintage", "happened_at"),
        ),
        "weekly_emails": _rows(DigestReader.objects.filter(email__in=list_proven_addresses(user)), "email", "since"),
        "newsletter": _rows(
            NewsletterReader.objects.filter(build_owner_condition(user)),
            *("email", "consent", "asked_at", "confirmed_at", "stopped_at"),
        ),
        "messages": _rows(
            ContactMessage.objects.filter(build_owner_condition(user)),
            *("name", "email", "order_number", "text", "sent_at", "answered_at"),
        ),
        "favourites": _rows(Favourite.objects.filter(user=user), "product__name", "added_at"),
        "shared_list": _rows(SharedList.objects.filter(user=user), "shared_at"),
        "origin": _rows(CustomerAttribution.objects.filter(user=user), *NAMES, "device_type", "recorded_at"),
        "origin_of_orders": _rows(
            OrderAttribution.objects.filter(order__in=order_ids).order_by("pk"),
            "order_id",
            *NAMES,
            "device_type",
            "recorded_at",
        ),
        "emails": _emails(user, order_ids),
    }


def read_picture(user: User) -> bytes | None:
    """Return the customer's profile picture as a WebP file, None without one."""
    found = ProfilePicture.objects.filter(user=user).values_list("large", flat=True).first()
    return bytes(found) if found is not None else None


def _rows(rows: QuerySet, *names: str) -> list[Entry]:  # type: ignore[type-arg]  # of any model
    return list(rows.values(*names))


def _account(user: User) -> Entry:
    return {
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "display_name": user.display_name,
        "joined_at": user.joined_at,
        "opened_with_order_at": user.opened_with_order_at,
        "last_login": user.last_login,
        "has_password": user.has_usable_password(),
    }


def _cart(cart: Cart) -> Entry:
    place = ("country", "state", "postcode", "city", "billing_city", "email", "addresses")
    return {
        **{name: getattr(cart, name) for name in place},
        "changed_at": cart.updated_at,
        "lines": _rows(cart.lines.filter(removed_at=None), "variation__product__name", "quantity", "added_at"),
    }


def _order(order: Order) -> Entry:
    return {
        "number": order.number,
        "placed_at": order.placed_at,
        "paid_at": order.paid_at,
        "status": order.get_status_display(),
        "email": order.email,
        "billing": order.billing,
        "shipping": order.shipping,
        "customer_note": order.customer_note,
        "is_gift": order.is_gift,
        "gift_message": order.gift_message,
        "delivery": order.shipping_title,
        "promised": order.arrival_words,
        "lines": [
            {"wine": line.label.text, "sku": line.sku, "quantity": line.quantity, "subtotal": line.subtotal.text}
            for line in order.lines.all()
        ],
        "adjustments": [{"label": each.label, "amount": each.amount.text} for each in order.adjustments.all()],
        **{
            name: getattr(order, name).text
            for name in ("subtotal", "discount", "shipping_total", "fee_total", "tax_total", "total")
        },
        "payments": [
            {
                "type": each.type,
                "wallet": each.wallet,
                "card": each.card,
                "amount": each.amount.text,
                "status": each.status,
            }
            | {"internet_address": each.sent_from, "browser": each.user_agent, "created_at": each.created_at}
            for each in order.payments.all()
        ],
        "refunds": [
            {"amount": each.amount.text, "state": each.state, "requested_at": each.requested_at}
            for each in order.refunds.all()
        ],
        "shipments": _rows(
            order.shipments.all(), "carrier", "carrier_name", "tracking_number", "shipped_on", "delivered_on"
        ),
        "history": _rows(order.events.exclude(became="").order_by("pk"), "at", "was", "became"),
        "notes": _rows(order.events.filter(kind=OrderEvent.Kind.CUSTOMER).order_by("pk"), "at", "note"),
    }


def _emails(user: User, order_ids: Sequence[int]) -> list[Entry]:
    """Return what was mailed to the customer, without texts: the orders have what they say, and links open accounts."""
    to_account = has_address("to", user.email) & Q(order=None)
    about_orders = Q(order__in=order_ids, to__iexact=F("order__email"))
    return _rows(
        Email.objects.filter(to_account | about_orders).order_by("pk"), "to", "subject", "created_at", "sent_at"
    )
