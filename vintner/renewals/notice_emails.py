"""What subscribers read about their boxes: e-mails with a few sentences and links."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.timezone import localtime

from vintner.catalogue.models import Variation
from vintner.catalogue.wine_label import label_of, labelled
from vintner.money import Money
from vintner.orders.models import Order
from vintner.orders.ownership import mailed, pay_link
from vintner.payments.models import SavedMethod
from vintner.subscriptions import links
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import BoxState
from vintner.web.dates import day_in_words

NO_MORE = "We never charge more than that without writing to you again."
NOTHING_CHARGED = "Nothing was charged."
MANAGE = "Manage the subscription"
PAY = "Pay for this box"
CORRECT = "Correct the address"


@dataclass(frozen=True, slots=True)
class NoticeEmail:
    """An e-mail to a subscriber: sentences, and links with their labels. The one labelled `main` is its button."""

    subject: str
    paragraphs: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    main: str = MANAGE

    @property
    def template_context(self) -> dict[str, object]:
        """What the template reads."""
        others = tuple(link for link in self.links if link[0] != self.main)
        return {
            "paragraphs": self.paragraphs,
            "button": self.main,
            "link": dict(self.links)[self.main],
            "links": others,
        }

    @property
    def text(self) -> str:
        """The text that is stored as evidence."""
        return "\n\n".join([*self.paragraphs, *(f"{label}: {url}" for label, url in self.links)])


def day(moment: datetime) -> str:
    """Return 'March 3, 2027' in the store's time zone."""
    return day_in_words(localtime(moment).date())


def describe_wine(subscription: Subscription) -> str:
    """Return '2 × Quinta do Vale 2019'. One query."""
    variation = labelled(Variation.objects.filter(pk=subscription.variation_id)).get()
    return f"{subscription.quantity} × {label_of(variation).text}"


def write_charge_email(subscription: Subscription, box: Box, total: Money) -> NoticeEmail:
    """Tell what is going to be charged, when, and to which method."""
    wine, when, method = describe_wine(subscription), day(box.due_at), subscription.method
    again = ", which could not be charged or sent before" if box.state == BoxState.RETRYING else ""
    what = f"It is for box {box.number} of your subscription{again}: {wine}."
    if method is None:
        subject = f"Your next box is due on {when}"
        costs = f"{total}, with delivery and tax, are due on {when}."
        paragraphs = [costs, what, "Nothing is charged by itself: on that day we send you a link to pay."]
    else:
        subject = f"{total} will be charged on {when} for your next box"
        paragraphs = [f"On {when} we charge {total}, with delivery and tax, to {method.label}.", what, NO_MORE]
        paragraphs += _warn_of_expiry(method, box.due_at)
    return NoticeEmail(subject, (*paragraphs, "You can change that until then:"), _choices(subscription, box))


def _warn_of_expiry(method: SavedMethod, due_at: datetime) -> list[str]:
    if not method.has_expired(localtime(due_at)):
        return []
    return [f"{method.label} expires before then. Please choose another payment method, or the box cannot be sent."]


def _choices(subscription: Subscription, box: Box) -> tuple[tuple[str, str], ...]:
    if box.state != BoxState.SCHEDULED:  # a box that is due already can be neither skipped nor delayed
        return _usual(subscription)
    skip = [("Skip this box", links.skip_url(box))] if subscription.skips_in_a_row else []
    return (*skip, ("Delay this box", links.delay_url(box)), *_usual(subscription))


def _usual(subscription: Subscription) -> tuple[tuple[str, str], ...]:
    return (
        (MANAGE, links.manage_url(subscription)),
        ("Cancel the subscription", links.cancel_url(subscription)),
    )


def _pay(order: Order) -> tuple[str, str]:
    return PAY, mailed(pay_link(order))


def write_decline_email(
    subscription: Subscription, box: Box, order: Order | None, again_at: datetime | None
) -> NoticeEmail:
    """Tell that a method was declined; with `again_at` it is tried again by itself."""
    method = subscription.method.label if subscription.method else "Your payment method"
    paragraphs = [f"{method} could not be charged for box {box.number}, {describe_wine(subscription)}: {box.message}"]
    if again_at is not None:
        paragraphs.append(f"We try again on {day(again_at)}. You need not do anything if it works by then.")
    else:
        paragraphs.append("We do not try that again. The box is sent as soon as it is paid.")
    paragraphs.append("Choose another payment method, and it is charged at once; or pay for this box alone.")
    pays = [_pay(order)] if order is not None else []
    return NoticeEmail("Payment failed", tuple(paragraphs), (*pays, *_usual(subscription)), PAY if pays else MANAGE)


def write_authentication_email(subscription: Subscription, box: Box, order: Order) -> NoticeEmail:
    """Tell that the bank wants the subscriber to confirm the payment."""
    method = subscription.method.label if subscription.method else "your card"
    wine = describe_wine(subscription)
    paragraphs = (
        f"The bank of {method} wants you to confirm the payment of {order.total} for box {box.number}, {wine}.",
        f"{NOTHING_CHARGED} Please pay for the box by this link: your bank asks you then.",
    )
    offered = (_pay(order), *_usual(subscription))
    return NoticeEmail("Please confirm the payment of your box", paragraphs, offered, PAY)


def write_payment_email(subscription: Subscription, box: Box, order: Order, until: datetime) -> NoticeEmail:
    """Ask to pay a box that is not charged by itself."""
    paragraphs = (
        f"Box {box.number} of your subscription to {describe_wine(subscription)} is due. It costs {order.total}.",
        f"Please pay for it by {day(until)}. If you do not, it is left out, and the next box comes at its date.",
    )
    return NoticeEmail("Your box waits to be paid", paragraphs, (_pay(order), *_usual(subscription)), PAY)


def write_left_out_email(subscription: Subscription, box: Box, order: Order, next_box: Box | None) -> NoticeEmail:
    """Tell that a box is left out because its order was cancelled unpaid."""
    what = f"Box {box.number} of your subscription, {describe_wine(subscription)}, was not paid."
    comes = f"The next box is due on {day(next_box.due_at)}." if next_box is not None else "No further box comes."
    paragraphs = (
        f"{what} Its order {order.number} is canceled, and the box is left out.",
        f"{NOTHING_CHARGED} {comes}",
    )
    return NoticeEmail("Your box is left out", paragraphs, _usual(subscription))


def write_blocked_email(subscription: Subscription, box: Box, reason: str) -> NoticeEmail:
    """Tell that a box may not be sent at the moment."""
    total = f" {box.announced_total}" if box.announced_total else ""
    paragraphs = (
        f"Box {box.number} of your subscription, {describe_wine(subscription)}, cannot be sent at the moment. {reason}",
        f"{NOTHING_CHARGED} We look again every day. As soon as it can be sent, it is charged{total}, and comes.",
    )
    return NoticeEmail("Your box cannot be sent at the moment", paragraphs, _usual(subscription))


def write_address_email(subscription: Subscription, box: Box, problem: str) -> NoticeEmail:
    """Ask for another address of a box that is not sent to the one that there is."""
    paragraphs = (
        f"Box {box.number} of your subscription, {describe_wine(subscription)}, waits for you. {problem}",
        f"{NOTHING_CHARGED} Please correct the address. We write to you again before the box is charged and sent.",
    )
    offered = ((CORRECT, links.address_url(subscription)), *_usual(subscription))
    return NoticeEmail("Please correct the address of your subscription", paragraphs, offered, CORRECT)


def write_stopped_email(subscription: Subscription, box: Box, reason: str) -> NoticeEmail:
    """Tell that a box cannot be had until somebody does something."""
    what = f"Box {box.number} of your subscription, {describe_wine(subscription)}, cannot be sent. {reason}"
    paragraphs = (what, f"{NOTHING_CHARGED} Please write to us, or change your subscription.")
    return NoticeEmail("Your box cannot be sent", paragraphs, _usual(subscription))


def write_price_email(subscription: Subscription, new: Money, from_day: datetime) -> NoticeEmail:
    """Tell that boxes become dearer."""
    old, new = subscription.price * subscription.quantity, new * subscription.quantity
    paragraphs = (
        f"{describe_wine(subscription)} costs more from {day(from_day)} on.",
        f"A box costs {new} then, before delivery and tax, instead of {old}.",
        "Boxes that are due before that day cost what they cost now. You can cancel at any time.",
    )
    return NoticeEmail("The price of your subscription changes", paragraphs, _usual(subscription))


def write_yearly_email(subscription: Subscription, charged: Money, boxes: int, terms: str) -> NoticeEmail:
    """Remind of a subscription, once a year."""
    came = "One box was" if boxes == 1 else f"{boxes} boxes were"
    paragraphs = (
        f"You have a subscription to {describe_wine(subscription)} at {settings.STORE_NAME}.",
        f"{came} charged during the last year, {charged} in all.",
        f"What you agreed to: {' '.join(terms.splitlines())}",
        "It goes on until you cancel it. That takes two presses, by the link below.",
    )
    return NoticeEmail("Your subscription: a yearly reminder", paragraphs, _usual(subscription))
