"""The pages of alerts: the form's answer without JavaScript, and what mailed links lead to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from vintner.accounts.pages import AccountStepPage
from vintner.alerts import alerts, countdown
from vintner.alerts.calls import answer_form
from vintner.alerts.form_views import read_id, read_product_id
from vintner.alerts.models import Alert
from vintner.alerts.step_views import SHOP, address_links, gone, step_page, stop_all_link, wine_link
from vintner.alerts.words import words_of
from vintner.catalogue.models import Product
from vintner.web.answers import json_response, page_response
from vintner.web.page import Link

MOST_COUNTDOWNS = 50
"""Of one request: a listing has fewer wines."""


@csrf_exempt  # product pages are the same for everybody and carry no token; the call checks the origin
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Answer the form of a product page, without JavaScript, with a page."""
    if request.method != "POST":
        return redirect("shop")
    title, message, status, note = answer_form(request)
    product = Product.objects.published().filter(pk=read_product_id(request)).first()
    back = Link(label="Back to the wine", url=product.get_absolute_url()) if product else SHOP
    return page_response(
        request,
        step_page(request, title, tuple(filter(None, (message, note))), back),
        400 if status == "error" else 200,
    )


@csrf_exempt  # the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address by the mailed link. It asks first: programs that look through mails open every link."""
    alert = alerts.find_alert(token)
    if alert is None:
        return gone(request)
    if alert.confirmed_at is not None and alert.stopped_at is None and request.method != "POST":
        return page_response(request, _confirmed_page(request, alert, token))
    if request.method != "POST":
        question = f"Do you want an email when {words_of(alert).event}?"
        return page_response(
            request, step_page(request, "Please confirm", (question,), wine_link(alert), button="Yes, tell me")
        )
    if not alerts.confirm_alert(alert.pk, timezone.now()):
        return gone(request)
    text = f"We will notify you when {words_of(alert).event}."
    return page_response(
        request, step_page(request, "Thank you!", (text,), wine_link(alert), *address_links(alert, token))
    )


@csrf_exempt  # mail programs post here at the press of their own button (RFC 8058); the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Take an address off the list by the link in every e-mail."""
    alert = alerts.find_alert(token)
    if alert is None:
        return gone(request)
    if request.method != "POST":
        question = f"Shall we send no email about {words_of(alert).about} to {alert.email}?"
        return page_response(request, _stop_page(request, alert, question, token))
    alerts.stop_alert(alert.pk, timezone.now())
    text = f"{alert.email} gets no email about {words_of(alert).about}."
    return page_response(request, step_page(request, "You are unsubscribed", (text,), wine_link(alert)))


def _confirmed_page(request: HttpRequest, alert: Alert, token: str) -> AccountStepPage:
    """Say to whoever opens the link again that there is nothing left to confirm."""
    if alert.sent_at is not None:
        text = "We have written to you already. That was the only email about it."
    else:
        text = f"We will notify you when {words_of(alert).event}."
    return step_page(request, "Your address is confirmed", (text,), wine_link(alert), *address_links(alert, token))


def _stop_page(request: HttpRequest, alert: Alert, question: str, token: str) -> AccountStepPage:
    links = (wine_link(alert), *address_links(alert, token), stop_all_link(token))
    return step_page(request, "Unsubscribe", (question,), *links, button="Unsubscribe")


@never_cache
@require_safe
def countdowns(request: HttpRequest) -> HttpResponse:
    """Return the milliseconds until each `product` of the query goes on sale, by the server's clock."""
    ids = [number for text in request.GET.getlist("product")[:MOST_COUNTDOWNS] if (number := read_id(text))]
    left, spread = countdown.find_time_left(ids, timezone.now())
    return json_response({"left": left, "spread": spread})
