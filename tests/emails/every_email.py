"""A table of every e-mail that the store writes. An e-mail that is missing here fails a test."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final

from django.utils import timezone

from tests.emails.mailed_shop import MailedShop
from vintner.accounts.engine.account_emails import EMAILS, queue_account_email
from vintner.alerts import alert_emails
from vintner.alerts.alerts import AlertAddress
from vintner.content import contact
from vintner.money import Money
from vintner.newsletter import readers
from vintner.orders.emails import emails
from vintner.orders.emails.emails import EmailKind
from vintner.orders.emails.kinds import OF_MOVES
from vintner.orders.emails.order_texts import write_texts
from vintner.orders.models import Email, Order
from vintner.privacy import privacy_emails
from vintner.renewals import notice_emails, notices
from vintner.renewals.notice_emails import NoticeEmail
from vintner.storefront import review_views
from vintner.subscriptions.changes import change_emails

Write = Callable[[MailedShop], object]

NOW: Final = timezone.now()
MODULES: Final = (alert_emails, privacy_emails, change_emails, notice_emails)
"""Their functions `queue_…` and `write_…` each stand for one e-mail, and have a row of that name."""
WRITERS: Final = (
    "vintner/accounts/engine/account_emails.py",
    "vintner/alerts/alert_emails.py",
    "vintner/content/contact.py",
    "vintner/newsletter/readers.py",
    "vintner/orders/emails/emails.py",
    "vintner/privacy/privacy_emails.py",
    "vintner/renewals/notices.py",
    "vintner/storefront/review_views.py",
    "vintner/subscriptions/changes/change_emails.py",
)
"""The modules that write e-mails. What a new one writes is missing below."""
URL: Final = "http://localhost:8000/my-source/confirm/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef/"
ACCOUNT: Final = {
    "activate_url": URL,
    "password_reset_url": URL,
    "signup_url": URL,
    "code": "K7Q-2MX",
    "ip": "2001:db8:85a3:8d3:1319:8a2e:370:7348",
    "user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0",
    "from_email": "a-rather-long-address-that-does-not-break@mail.department.example.com",
    "to_email": "jane@example.com",
}


UNPAID: Final = {EmailKind.FAILED, EmailKind.FAILED_ORDER, EmailKind.DETAILS}
REFUNDED: Final = {EmailKind.REFUNDED, EmailKind.PARTLY_REFUNDED, EmailKind.LESS_TAKEN}


def _about_order(kind: EmailKind) -> Write:
    def write(shop: MailedShop) -> None:
        order = shop.unpaid if kind in UNPAID else shop.refunded if kind in REFUNDED else shop.order
        about: Mapping[str, object] = {
            "refund": shop.refund,
            "refunded_lines": [shop.refund_line],
            "note": "We come on Monday.\nBefore <noon>.",
            "link": URL,
            "wine": "Les Hauts de Roques 2020",
            "sku": "ROQUES-2020",
            "free": 2,
            "short": 3,
            "paid": order.total,
            "due_at": NOW,
        }
        few = {name: about[name] for name in ("wine", "sku", "free", "short")}
        emails.queue(order, kind, more=few if kind in OF_MOVES else about)

    return write


def _again(order: Callable[[MailedShop], Order], kind: EmailKind) -> Write:
    return lambda shop: emails.queue(order(shop), kind, about="again")


def _about_account(prefix: str) -> Write:
    return lambda shop: queue_account_email(prefix, "jane@example.com", ACCOUNT)


def _notice(name: str, write: Callable[[MailedShop], NoticeEmail]) -> Write:
    kind = notices.Kind.ACTION
    return lambda shop: notices.send(shop.subscription, kind, name, write(shop), NOW)


NOTICES: Final[Mapping[str, Callable[[MailedShop], NoticeEmail]]] = {
    "write_charge_email": lambda shop: notice_emails.write_charge_email(shop.subscription, shop.box, Money(7508)),
    "write_decline_email": lambda shop: notice_emails.write_decline_email(
        shop.subscription, shop.box, shop.unpaid, NOW + timedelta(days=1)
    ),
    "write_authentication_email": lambda shop: notice_emails.write_authentication_email(
        shop.subscription, shop.box, shop.unpaid
    ),
    "write_payment_email": lambda shop: notice_emails.write_payment_email(
        shop.subscription, shop.box, shop.unpaid, NOW
    ),
    "write_left_out_email": lambda shop: notice_emails.write_left_out_email(
        shop.subscription, shop.box, shop.unpaid, shop.box
    ),
    "write_blocked_email": lambda shop: notice_emails.write_blocked_email(
        shop.subscription, shop.box, "Wine may not be sent to Utah."
    ),
    "write_address_email": lambda shop: notice_emails.write_address_email(
        shop.subscription, shop.box, "Its delivery address cannot be used: ZIP Code should look like 90001."
    ),
    "write_stopped_email": lambda shop: notice_emails.write_stopped_email(
        shop.subscription, shop.box, "The wine is not sold any more."
    ),
    "write_price_email": lambda shop: notice_emails.write_price_email(shop.subscription, Money(7000), NOW),
    "write_yearly_email": lambda shop: notice_emails.write_yearly_email(
        shop.subscription, Money(90096), 12, "A box each month.\nCancel at any time."
    ),
}

EVERY_EMAIL: Final[Mapping[str, Write]] = {
    **{f"order {kind}": _about_order(kind) for kind in EmailKind},
    "order details, paid": _again(lambda shop: shop.order, EmailKind.DETAILS),
    "order processing, picked up": _again(lambda shop: shop.pickup, EmailKind.PROCESSING),
    "order completed, picked up": _again(lambda shop: shop.pickup, EmailKind.COMPLETED),
    "order processing, with a subscription": _again(lambda shop: shop.boxed, EmailKind.PROCESSING),
    **{prefix: _about_account(prefix) for prefix in EMAILS},
    "queue_confirmation": lambda shop: alert_emails.queue_confirmation(shop.alert, "token"),
    "queue_confirmation, of the opening": lambda shop: alert_emails.queue_confirmation(shop.opening, "token"),
    "queue_launch": lambda shop: alert_emails.queue_launch("ada@example.com", shop.wine, "token"),
    "queue_missed_launch": lambda shop: alert_emails.queue_missed_launch("ada@example.com", shop.wine, "token"),
    "queue_restock": lambda shop: alert_emails.queue_restock(shop.alert, shop.held, "token"),
    "queue_news": lambda shop: alert_emails.queue_news(
        shop.alert, "Wine gets cheaper", "Wine costs $18.00 now, in place of $20.00.", "/product/wine/", "token"
    ),
    "queue_digest": lambda shop: alert_emails.queue_digest(
        "ada@example.com", [("Wine costs $18.00 now.", URL), ("The 2021 of Les Hauts de Roques is here.", URL)], "token"
    ),
    "queue_opening": lambda shop: alert_emails.queue_opening("eve@example.com", "token"),
    "queue_closed": lambda shop: privacy_emails.queue_closed("jane@example.com", NOW, "token"),
    "queue_kept": lambda shop: privacy_emails.queue_kept("jane@example.com"),
    "queue_export_ready": lambda shop: privacy_emails.queue_export_ready("jane@example.com", NOW),
    "queue_cancellation_email": lambda shop: change_emails.queue_cancellation_email(shop.subscription, shop.staff),
    "queue_pause_email": lambda shop: change_emails.queue_pause_email(shop.subscription, NOW, shop.box, None),
    "queue_resumed_email": lambda shop: change_emails.queue_resumed_email(shop.subscription, shop.box, None),
    "queue_reactivated_email": lambda shop: change_emails.queue_reactivated_email(shop.subscription, shop.box, None),
    "queue_skip_email": lambda shop: change_emails.queue_skip_email(
        shop.subscription, 2, shop.box, shop.staff, "You are away."
    ),
    "queue_unskip_email": lambda shop: change_emails.queue_unskip_email(shop.subscription, shop.box, shop.staff),
    "queue_delay_email": lambda shop: change_emails.queue_delay_email(shop.subscription, shop.box, shop.staff),
    "queue_address_email": lambda shop: change_emails.queue_address_email(shop.subscription),
    "queue_bill_email": lambda shop: change_emails.queue_bill_email(shop.subscription, "The box goes on."),
    "queue_method_email": lambda shop: change_emails.queue_method_email(
        [shop.subscription], "Visa •••• 4242", gone="Mastercard •••• 4444"
    ),
    **{name: _notice(name, write) for name, write in NOTICES.items()},
    "subscription_blocked, to the merchant": lambda shop: notices.email_merchant(
        shop.subscription, shop.box, "Wine may not be sent to Utah."
    ),
    "newsletter_confirmation": lambda shop: readers.sign_up(
        AlertAddress(email="ada@example.com", user=None, has_proven=False, network="192.0.2.1"),
        "New arrivals, by email.",
        NOW,
    ),
    "contact_message, to the merchant": lambda shop: contact.send_message(
        contact.ContactForm(name="Ada", email="ada@example.com", order_number="7", text="Is my wine on its way?"),
        None,
        NOW,
    ),
    "review_held": lambda shop: review_views._email_merchant(shop.review),
}


def write_every_email(shop: MailedShop) -> dict[str, Email]:
    """Return what each row writes."""
    written = {}
    for name, write in EVERY_EMAIL.items():
        before = Email.objects.count()
        write(shop)
        assert Email.objects.count() == before + 1, f"{name} wrote no email"
        written[name] = Email.objects.latest("pk")
        write_texts(written[name])
    return written
