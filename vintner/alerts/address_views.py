"""What the owner of an address chooses for all its alerts, by mailed links: once a week, or no e-mails at all."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.alerts import alerts
from vintner.alerts.step_views import SHOP, gone, step_page
from vintner.alerts.wines import news
from vintner.web.answers import page_response


@csrf_exempt  # mail programs post here at the press of their own button (RFC 8058); the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_all(request: HttpRequest, token: str) -> HttpResponse:
    """Take an address off all lists."""
    alert = alerts.find_alert(token)
    if alert is None:
        return gone(request)
    if request.method != "POST":
        question = f"Shall we send no emails about any wine to {alert.email}?"
        return page_response(
            request, step_page(request, "Unsubscribe", (question,), SHOP, button="Unsubscribe from all")
        )
    alerts.stop_all_alerts(alert.email, timezone.now())
    text = f"{alert.email} gets no more emails about wines."
    return page_response(request, step_page(request, "You are unsubscribed", (text,), SHOP))


@csrf_exempt  # the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose_digest(request: HttpRequest, token: str, *, weekly: bool) -> HttpResponse:
    """Let an address have its news once a week, or as it happens again."""
    alert = alerts.find_alert(token)
    if alert is None or alert.confirmed_at is None:
        return gone(request)
    when = "once a week, on Monday" if weekly else "as it happens"
    if request.method != "POST":
        question = f"Shall we tell {alert.email} of prices and vintages {when}?"
        return page_response(request, step_page(request, "When we tell you", (question,), SHOP, button="Yes, please"))
    news.choose_digest(alert.email, timezone.now(), wanted=weekly)
    text = f"{alert.email} hears of prices and vintages {when}. Bottles that are held for you never wait."
    return page_response(request, step_page(request, "Thank you!", (text,), SHOP))
