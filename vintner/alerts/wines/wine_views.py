"""The pages on which shoppers ask for an e-mail about a wine, and take the bottle that one offers."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.accounts.pages import AccountStepPage
from vintner.alerts import alerts
from vintner.alerts.alerts import AlertAddress, AskedAlert
from vintner.alerts.form_views import read_address
from vintner.alerts.models import Alert
from vintner.alerts.step_views import gone, step_page, wine_link
from vintner.alerts.wines import restocks, wine_alerts
from vintner.alerts.wines.wine_form import ABOUT, about_field, email_field
from vintner.alerts.words import CONSENT, name_of
from vintner.cart import carts
from vintner.cart.middleware import set_cookies, visitor_of
from vintner.catalogue.models import Product
from vintner.customers.middleware import user_of
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.client_address import same_origin
from vintner.web.dates import moment_in_words
from vintner.web.email_addresses import LONGEST
from vintner.web.page import Link


@csrf_exempt  # product pages are the same for everybody and carry no token; the origin is checked
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, product_id: int) -> HttpResponse:
    """Show the form for an e-mail about a wine and answer it, with JavaScript and without."""
    now = timezone.now()
    product = wine_alerts.find_wine(product_id, now)
    if product is None:
        return gone(request, alerts.NO_PRODUCT)
    if request.method != "POST":
        return page_response(request, _form(request, product))
    if not same_origin(request):
        raise PermissionDenied
    try:
        address = read_address(request)
        subject = wine_alerts.choose(product, request.POST.get(ABOUT, ""), now)
        asked = alerts.ask(subject, address, now)
    except Refusal as refusal:
        return page_response(request, _form(request, product, refusal), 400)
    return page_response(request, _answer(request, product, address, asked))


def _answer(request: HttpRequest, product: Product, address: AlertAddress, asked: AskedAlert) -> AccountStepPage:
    heading = "Thank you!" if asked else "You are on the list already"
    text = asked.note or f"We write to {address.email} about {product.name}."
    others = wine_alerts.list_choices(product, timezone.now())
    vintage = next((each for each in others if each.subject.kind == Alert.Kind.NEXT_VINTAGE), None)
    if vintage is None or request.POST.get(ABOUT) == vintage.name:
        return step_page(request, heading, (text,), _back(product))
    path = f"{reverse('ask_about_wine', args=[product.pk])}?{ABOUT}={vintage.name}"
    return step_page(request, heading, (text,), _back(product), Link(label="Ask for the next vintage, too", url=path))


def _form(request: HttpRequest, product: Product, refusal: Refusal | None = None) -> AccountStepPage:
    choices = wine_alerts.list_choices(product, timezone.now())
    if not choices:
        return step_page(request, product.name, (alerts.NO_PRODUCT,), _back(product))
    at_field = refusal.field if refusal is not None else ""
    message = refusal.message if refusal is not None else ""
    fields = (
        about_field(choices, _sent(request, ABOUT), message if at_field == ABOUT else ""),
        email_field(_sent(request, "email") or _own_address(request), message if at_field == "email" else ""),
    )
    heading = f"Email me about {product.name}"
    page = step_page(request, heading, (CONSENT[Alert.Kind.RESTOCK],), _back(product), button="Notify me")
    return page.model_copy(update={"fields": fields, "error": "" if at_field else message})


def _sent(request: HttpRequest, name: str) -> str:
    """Return what the form or the address of the page has in a field, cut to a length that people may type."""
    return (request.POST.get(name) or request.GET.get(name) or "")[:LONGEST]


def _own_address(request: HttpRequest) -> str:
    user = user_of(request)
    return user.email if user is not None else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Put the bottle that an e-mail offers into the cart. It asks first, as all mailed links do."""
    alert, now = alerts.find_alert(token), timezone.now()
    if alert is None or not restocks.is_held(alert, now):
        return gone(request, restocks.OVER)
    if request.method != "POST":
        return page_response(request, _offer(request, alert, token))
    try:
        cart = restocks.take_bottle(alert, visitor_of(request), now)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return HttpResponseRedirect(wine_link(alert).url)
    messages.success(request, f"“{name_of(alert)}” has been added to your cart.")
    response = HttpResponseRedirect(reverse("cart"))
    set_cookies(response, carts.quote_cart(cart, now=now))
    return response


def _offer(request: HttpRequest, alert: Alert, token: str) -> AccountStepPage:
    until = moment_in_words(alert.held_bottle.expires_at) if alert.held_bottle else ""
    text = f"One bottle of {name_of(alert)} is held for you until {until}."
    no = Link(label="No, offer it to the next in line", url=reverse("decline_bottle", args=[token]))
    return step_page(request, "Your bottle is here", (text,), wine_link(alert), no, button="Put it into my cart")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Give the bottle that an e-mail offers back."""
    alert, now = alerts.find_alert(token), timezone.now()
    if alert is None or not restocks.is_held(alert, now):
        return gone(request, restocks.OVER)
    if request.method != "POST":
        question = f"Shall we offer your bottle of {name_of(alert)} to the next in line?"
        button = "Yes, offer it to others"
        page = step_page(request, "Decline the bottle", (question,), wine_link(alert), button=button)
        return page_response(request, page)
    restocks.decline_bottle(alert, now)
    return page_response(request, step_page(request, "Thank you", ("The next in line gets it.",), wine_link(alert)))


def _back(product: Product) -> Link:
    return Link(label="Back to the wine", url=product.get_absolute_url())
