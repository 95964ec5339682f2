"""The page on which a subscription gets another address: one of the book, or one that is typed."""

from collections.abc import Mapping

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
from vintner.shipping.address_form import SHIPPING, book_fields, read_saved_address, tidy
from vintner.shipping.address_inputs import address_inputs, address_search, country_rules
from vintner.shipping.regions import Address
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
MARKED = "The address was not changed. Please look at what is marked below."
GONE = "This address is no longer in your address book."


@require_http_methods(["GET", "HEAD", "POST"])
@customer_required("subscriptions")
def subscription_address(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Show the form, or save what it sends, if wine may go there."""
    subscription = Subscription.objects.filter(pk=number, user=user).first()
    if subscription is None:
        raise Http404
    if subscription.status not in CHARGEABLE:
        messages.error(request, ENDED)
        return redirect("view_subscription", number)
    if request.method != "POST":
        return _form_response(request, user, subscription, {}, [])
    posted = {name: str(value)[:2000] for name, value in request.POST.items()}
    try:
        address = _read_address(user, posted, _current(subscription))
        if _is_same(address, _current(subscription)):
            messages.info(request, UNCHANGED)
            return redirect("view_subscription", number)
        about_box = own_actions.change_address(number, address, timezone.now(), by=user)
    except _RefusedFields as refused:
        return _form_response(request, user, subscription, posted, refused.refusals)
    except Refusal as refusal:
        return _form_response(request, user, subscription, posted, [refusal])
    subscription.refresh_from_db(fields=["shipping_rate"])
    messages.success(request, f"{DONE_BUT_PICKED_UP if subscription.is_picked_up else DONE} {about_box}".strip())
    return redirect("view_subscription", number)


class _RefusedFields(Exception):
    """The typed address has fields that are wrong."""

    def __init__(self, refusals: list[Refusal]) -> None:
        self.refusals = refusals


def _current(subscription: Subscription) -> Address:
    return Address.read(subscription.shipping or subscription.billing)


def _is_same(address: Address, current: Address) -> bool:
    return address.lines() == current.lines() and address.phone in ("", current.phone)


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


def _form_response(
    request: HttpRequest,
    user: User,
    subscription: Subscription,
    posted: Mapping[str, str],
    refused: list[Refusal],
) -> HttpResponse:
    fields, errors = book_fields(SHIPPING), {each.field: each.message for each in reversed(refused)}
    book, current = list_addresses(user), _current(subscription)
    chosen = posted.get(CHOICE, NEW if posted or not book else _current_choice(book, current))
    problem = errors.get(CHOICE, "") or (errors.get("shipping_state", "") if chosen != NEW else "")
    values = tidy(SHIPPING, posted, fields) if posted else _start_values(user)
    page = SubscriptionAddressPage(
        head=Head(title=f"Address of subscription {subscription.number} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("subscriptions", user),
        number=subscription.number,
        current=current.lines(),
        choices=_choices(book, current, chosen),
        choice_error=problem,
        fields=address_inputs(SHIPPING, values, {} if problem else errors, fields),
        countries=country_rules(),
        address_search=address_search(),
        error=_general_error(errors) or (MARKED if refused else ""),
        back_url=reverse("view_subscription", args=[subscription.pk]),
    )
    return page_response(request, page, 422 if refused else 200)


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
