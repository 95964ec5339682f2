"""The page on which a subscription gets another address, one of the book or one that is typed; a bill that cannot be
used gets another one there, too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from vintner.accounts.address_book.addresses import list_addresses
from vintner.accounts.models import SavedAddress
from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.refusal import Refusal
from vintner.shipping.address_form import (
    SHIPPING,
    book_fields,
    find_stored_problem,
    read_phone,
    read_saved_address,
    tidy,
)
from vintner.shipping.address_inputs import address_inputs, address_search, country_rules
from vintner.shipping.regions import Address, regions
from vintner.subscriptions.addresses import (
    billing_of,
    find_address_problem,
    has_bad_bill,
    shipping_of,
)
from vintner.subscriptions.area.pages import AddressChoice, SubscriptionAddressPage
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.changes.delivery_address import ENDED
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.rules import CHARGEABLE
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props

CHOICE, NEW, CURRENT = "address", "new", "current"
"""The field that chooses an address of the book by its id, its value for the fields below, and that for the address in
use where the book does not have it.
"""
UNCHANGED = "Nothing was changed: the boxes go to this address already."
DONE = "The boxes go to the new address from now on."
DONE_BUT_PICKED_UP = "The address is saved with your subscription. Its boxes are picked up as before."
BILL_DONE = "The billing address is changed. The boxes go where they went before."
MARKED = "The address was not changed. Please look at what is marked below."
GONE = "This address is no longer in your address book."
KIND = "kind"
"""The field that says which address the form was for: by the time that it is sent, the other one may be due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _AddressKind:
    """One of the addresses of a subscription: its words on the page, and how it is read and changed."""

    name: str
    is_parcel: bool
    title: str
    heading: str
    legend: str
    read: Callable[[Subscription], Address]
    change: Callable[[int, Address, User], str]


_DELIVERY = _AddressKind(
    name="delivery",
    is_parcel=True,
    title="Address of subscription {number}",
    heading="Boxes go to",
    legend="Send them to",
    read=shipping_of,
    change=lambda number, address, user: own_actions.change_address(number, address, timezone.now(), by=user),
)
_BILL = _AddressKind(
    name="billing",
    is_parcel=False,
    title="Billing address of subscription {number}",
    heading="Billed to",
    legend="Bill it to",
    read=billing_of,
    change=lambda number, address, user: own_actions.change_bill(number, address, by=user),
)


@require_http_methods(["GET", "HEAD", "POST"])
@customer_required("subscriptions")
def subscription_address(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Show the form, or save what it sends, if wine may go there. It is about the bill while that alone is wrong."""
    subscription = Subscription.objects.filter(pk=number, user=user).first()
    if subscription is None:
        raise Http404
    if subscription.status not in CHARGEABLE:
        messages.error(request, ENDED)
        return redirect("view_subscription", number)
    if request.method != "POST":
        return _first_response(request, user, subscription)
    kind = _BILL if request.POST.get(KIND) == _BILL.name else _DELIVERY
    posted = {name: str(value)[:2000] for name, value in request.POST.items()}
    current = kind.read(subscription)
    try:
        address = _read_address(user, posted, current)
        if _is_same(address, current) and not find_stored_problem(current):
            messages.info(request, UNCHANGED)
            return redirect("view_subscription", number)
        about_box = kind.change(number, address, user)
    except _RefusedFields as refused:
        return _form_response(request, user, subscription, kind, posted, refused.refusals)
    except Refusal as refusal:
        return _form_response(request, user, subscription, kind, posted, [refusal])
    subscription.refresh_from_db(fields=["shipping_rate"])
    messages.success(request, f"{_describe_change(subscription, kind)} {about_box}".strip())
    return redirect("view_subscription", number)


def _describe_change(subscription: Subscription, kind: _AddressKind) -> str:
    if kind is _BILL:
        return BILL_DONE
    return DONE_BUT_PICKED_UP if subscription.is_picked_up else DONE


class _RefusedFields(Exception):
    """The typed address has fields that are wrong."""

    def __init__(self, refusals: list[Refusal]) -> None:
        self.refusals = refusals


def _is_same(address: Address, current: Address) -> bool:
    phone, known = (read_phone(each.phone, each.country) for each in (address, current))
    return address.lines() == current.lines() and phone in ("", known)


def _read_address(user: User, posted: Mapping[str, str], current: Address) -> Address:
    """Return the chosen address. Raises Refusal, or _RefusedFields for a typed one."""
    chosen = posted.get(CHOICE, NEW)
    if chosen == CURRENT:
        return current
    if chosen != NEW:
        found = next((each for each in list_addresses(user) if str(each.pk) == chosen), None)
        if found is None:
            raise Refusal("gone", GONE, CHOICE)
        return found.address
    address, refused = read_saved_address(SHIPPING, posted)
    if refused:
        raise _RefusedFields(refused)
    return address


def _first_response(request: HttpRequest, user: User, subscription: Subscription) -> HttpResponse:
    """Show the form, with the address in use where that is to be corrected."""
    kind = _BILL if has_bad_bill(subscription) else _DELIVERY
    in_use = {f"{SHIPPING}_{name}": value for name, value in kind.read(subscription).stored().items()}
    _, refused = read_saved_address(SHIPPING, in_use)
    error = find_address_problem(subscription)
    return _form_response(
        request, user, subscription, kind, in_use if refused else {}, refused, error=error, status=200
    )


def _form_response(
    request: HttpRequest,
    user: User,
    subscription: Subscription,
    kind: _AddressKind,
    posted: Mapping[str, str],
    refused: list[Refusal],
    *,
    error: str = MARKED,
    status: int = 422,
) -> HttpResponse:
    fields, errors = book_fields(SHIPPING), {each.field: each.message for each in reversed(refused)}
    book, current = _list_usable(user, kind), kind.read(subscription)
    chosen = posted.get(CHOICE, NEW if posted or not book else _current_choice(book, current))
    of_place = errors.get("shipping_state", "") or errors.get("shipping_country", "")
    choice_error = errors.get(CHOICE, "") or (of_place if chosen != NEW else "")
    values = tidy(SHIPPING, posted, fields) if posted else _start_values(user)
    title = kind.title.format(number=subscription.number)
    page = SubscriptionAddressPage(
        head=Head(title=f"{title} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("subscriptions", user),
        kind=kind.name,
        title=title,
        heading=kind.heading,
        legend=kind.legend,
        current=current.lines(),
        choices=_choices(book, current, chosen),
        choice_error=choice_error,
        fields=address_inputs(SHIPPING, values, {} if choice_error else errors, fields, is_parcel=kind.is_parcel),
        countries=country_rules(values.get(f"{SHIPPING}_country", "")),
        address_search=address_search(),
        error=_general_error(errors) or error,
        back_url=reverse("view_subscription", args=[subscription.pk]),
    )
    return page_response(request, page, status)


def _list_usable(user: User, kind: _AddressKind) -> list[SavedAddress]:
    """Return the addresses of the book that the form offers: to some of them no parcels go."""
    return [each for each in list_addresses(user) if not kind.is_parcel or each.country in regions()]


def _general_error(errors: Mapping[str, str]) -> str:
    """Return what is wrong with no field of this form."""
    own = {CHOICE, *(f"{SHIPPING}_{field.name}" for field in book_fields(SHIPPING))}
    return next((text for field, text in errors.items() if field not in own), "")


def _current_choice(book: list[SavedAddress], current: Address) -> str:
    return next((str(each.pk) for each in book if each.address.lines() == current.lines()), CURRENT)


def _choices(book: list[SavedAddress], current: Address, chosen: str) -> tuple[AddressChoice, ...]:
    """Return the address in use, if the book does not have it, those of the book, and the choice to type one. Nothing
    to choose without a book.
    """
    if not book:
        return ()
    known = (
        AddressChoice(id=str(each.pk), text=", ".join(each.address.lines()), chosen=str(each.pk) == chosen)
        for each in book
    )
    own = AddressChoice(id=CURRENT, text=", ".join(current.lines()), chosen=chosen == CURRENT)
    in_use = () if _current_choice(book, current) != CURRENT else (own,)
    return (*in_use, *known, AddressChoice(id=NEW, text="Another address", chosen=chosen == NEW))


def _start_values(user: User) -> dict[str, str]:
    start = Address(
        first_name=user.first_name, last_name=user.last_name, country=settings.STORE_BASE_ADDRESS["country"]
    )
    return {f"{SHIPPING}_{name}": value for name, value in start.stored().items()}
