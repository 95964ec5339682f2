"""The pages of the address book. All of them work without JavaScript."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from vintner.accounts.address_book import addresses
from vintner.accounts.address_book.addresses import MOST_ADDRESSES, AddressUse, find_default, list_addresses
from vintner.accounts.address_book.pages import AddressesPage, BookEntry, EditAddressPage, RemovedEntry
from vintner.accounts.models import SavedAddress
from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.refusal import Refusal
from vintner.shipping.address_form import BILLING, SHIPPING, Field, book_fields, read_saved_address, tidy
from vintner.shipping.address_inputs import address_inputs, address_search, country_rules
from vintner.shipping.regions import Address
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props

CHANGED = "Address changed successfully."
ADDED = "Address added successfully."
GONE = "This address is no longer in your address book."


@require_safe
@customer_required("addresses")
def show_addresses(request: HttpRequest, user: User) -> HttpResponse:
    known, now = list_addresses(user), timezone.now()
    return page_response(
        request,
        AddressesPage(
            head=Head(title=f"Addresses – {settings.STORE_NAME}", robots="noindex"),
            shared=shared_props(request),
            csrf_token=CSRF_TOKEN,
            menu=account_menu("addresses", user),
            entries=tuple(_entry(each) for each in known),
            removed=tuple(
                RemovedEntry(text=str(each), restore_url=reverse("restore_address", args=[each.pk]))
                for each in addresses.list_removed(user, now)
            ),
            most=MOST_ADDRESSES,
            add_url=reverse("add_address") if len(known) < MOST_ADDRESSES else "",
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@customer_required("addresses")
def edit_default(request: HttpRequest, user: User, use: str) -> HttpResponse:
    """Show or save the default address for billing or shipping."""
    found = find_default(list_addresses(user), AddressUse(use))
    return _answer_form(
        request,
        user,
        use,
        f"{use.capitalize()} address",
        found.address if found else None,
        lambda address: addresses.set_default_address(user, AddressUse(use), address),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@customer_required("addresses")
def add_address(request: HttpRequest, user: User) -> HttpResponse:
    """Show the form of another address, or add it. Where there is none for the bill yet, it is the bill's as well."""
    return _answer_form(
        request,
        user,
        SHIPPING,
        "Add an address",
        None,
        lambda address: addresses.add_address(user, address),
        for_bill=find_default(list_addresses(user), AddressUse.BILLING) is None,
        done=ADDED,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@customer_required("addresses")
def edit_address(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Show or save one of the customer's own addresses. The bill's default needs what a bill's address needs."""
    found = next((each for each in list_addresses(user) if each.pk == number), None)
    if found is None:
        raise Http404
    group = BILLING if found.for_billing else SHIPPING
    return _answer_form(
        request,
        user,
        group,
        "Edit address",
        found.address,
        lambda address: addresses.change_address(user, number, address),
    )


@require_POST
@customer_required("addresses")
def make_default(request: HttpRequest, user: User, number: str, use: str) -> HttpResponse:
    try:
        done = addresses.make_default(user, int(number), AddressUse(use))
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("addresses")
    return _redirect_with_message(request, f"The checkout suggests this address for {use} from now on." if done else "")


@require_POST
@customer_required("addresses")
def remove(request: HttpRequest, user: User, number: int) -> HttpResponse:
    done = addresses.remove_address(user, number, timezone.now())
    return _redirect_with_message(request, "The address is deleted." if done else "")


@require_POST
@customer_required("addresses")
def restore(request: HttpRequest, user: User, number: int) -> HttpResponse:
    try:
        done = addresses.restore_address(user, number, timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("addresses")
    return _redirect_with_message(request, "The address is back." if done else "")


def _redirect_with_message(request: HttpRequest, done: str) -> HttpResponse:
    """Redirect to the book with what was done, or that there is no such address."""
    (messages.success if done else messages.error)(request, done or GONE)
    return redirect("addresses")


def _answer_form(
    request: HttpRequest,
    user: User,
    group: str,
    heading: str,
    known: Address | None,
    save: Callable[[Address], object],
    *,
    for_bill: bool = False,
    done: str = CHANGED,
) -> HttpResponse:
    """Show the form with the known address, or save what is posted. A refused form has everything that was typed."""
    fields = book_fields(group, for_bill=for_bill)
    if request.method != "POST":
        start = known or Address(
            first_name=user.first_name, last_name=user.last_name, country=settings.STORE_BASE_ADDRESS["country"]
        )
        values = {f"{group}_{name}": value for name, value in start.stored().items()}
        return _form_response(request, user, group, heading, values, fields)
    posted = {name: str(value)[:2000] for name, value in request.POST.items()}
    address, refused = read_saved_address(group, posted, for_bill=for_bill)
    if not refused:
        try:
            save(address)
        except Refusal as refusal:
            refused = [refusal]
        else:
            messages.success(request, done)
            return redirect("addresses")
    return _form_response(request, user, group, heading, tidy(group, posted, fields), fields, refused)


def _form_response(
    request: HttpRequest,
    user: User,
    group: str,
    heading: str,
    values: Mapping[str, str],
    fields: tuple[Field, ...],
    refused: list[Refusal] | None = None,
) -> HttpResponse:
    errors = {each.field: each.message for each in reversed(refused or [])}
    page = EditAddressPage(
        head=Head(title=f"{heading} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("addresses", user),
        heading=heading,
        fields=address_inputs(group, values, errors, fields, is_parcel=False),
        countries=country_rules(values.get(f"{group}_country", "")),
        address_search=address_search(),
        error=errors.get("", ""),
        back_url=reverse("addresses"),
    )
    return page_response(request, page)


def _entry(saved: SavedAddress) -> BookEntry:
    return BookEntry(
        lines=saved.address.lines(),
        phone=saved.phone,
        for_billing=saved.for_billing,
        for_shipping=saved.for_shipping,
        edit_url=reverse("edit_address", args=[saved.pk]),
        billing_url="" if saved.for_billing else reverse("default_address", args=[saved.pk, BILLING]),
        shipping_url="" if saved.for_shipping else reverse("default_address", args=[saved.pk, SHIPPING]),
        remove_url=reverse("remove_address", args=[saved.pk]),
    )
