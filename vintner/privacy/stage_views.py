"""What stands in the way of logging in to a closed account, and the ways to keep it."""

from allauth.account.stages import LoginStage, LoginStageController
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from vintner.accounts.pages import AccountStepPage
from vintner.privacy.closing import find_erasure, keep_account, read_keep_token
from vintner.privacy.models import Erasure
from vintner.web.answers import page_response
from vintner.web.dates import day_in_words
from vintner.web.page import CSRF_TOKEN, Head, Link
from vintner.web.shared_props import shared_props

KEPT = "Your account stays as it was."
OVER = "This link is too old, or was used already. If the account is still there, you can log in."


class ClosedAccountStage(LoginStage):
    """Stops the log-in to an account that is to be erased, until its owner keeps it. It comes after second factors."""

    key = "closed_account"
    urlname = "closed_account"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        user = self.login.user
        if user is None or find_erasure(user.pk) is None:
            return None, True
        return HttpResponseRedirect(reverse("closed_account")), True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def closed_account(request: HttpRequest) -> HttpResponse:
    """Tell whoever has just proven to own a closed account when it is erased. A POST keeps it and logs in.

    An account that was kept by the mailed link meanwhile is opened by a POST as well: pages fetch addresses by
    themselves, and a log-in makes the forms void that they show.
    """
    stage = LoginStageController.enter(request, ClosedAccountStage.key)
    user = stage.login.user if stage is not None else None
    if stage is None or user is None:
        return HttpResponseRedirect(reverse("account"))
    erasure = find_erasure(user.pk)
    if request.method != "POST":
        return _ask(request, erasure) if erasure is not None else _lead_on(request)
    if erasure is not None:
        keep_account(erasure.pk, timezone.now())
        messages.success(request, KEPT)
    answer: HttpResponse = stage.exit()
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, token: str) -> HttpResponse:
    """Keep an account by the mailed link. It asks first: programs that look through mails open every link."""
    number = read_keep_token(token)
    erasure = Erasure.objects.filter(pk=number or 0, undone_at=None, erased_at=None).exclude(user=None).first()
    if erasure is None:
        messages.info(request, OVER)
        return HttpResponseRedirect(reverse("account"))
    if request.method != "POST":
        return _ask(request, erasure)
    if keep_account(erasure.pk, timezone.now()):
        messages.success(request, f"{KEPT} Please log in.")
    return HttpResponseRedirect(reverse("account"))


def _ask(request: HttpRequest, erasure: Erasure) -> HttpResponse:
    day = day_in_words(localtime(erasure.due_at).date())
    return _step_response(
        request,
        "Your account is closed",
        (
            f"It will be erased on {day}. Nothing can bring it back then.",
            "You can keep it: everything in it is still as it was.",
        ),
        "Keep my account",
        Link(label="Leave it closed", url=reverse("home")),
    )


def _lead_on(request: HttpRequest) -> HttpResponse:
    return _step_response(
        request, "Your account is open", (KEPT,), "Continue", Link(label="Back to the store", url=reverse("home"))
    )


def _step_response(
    request: HttpRequest, heading: str, paragraphs: tuple[str, ...], button: str, link: Link
) -> HttpResponse:
    page = AccountStepPage(
        head=Head(title=f"{heading} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        heading=heading,
        paragraphs=paragraphs,
        button=button,
        links=(link,),
    )
    response = page_response(request, page)
    response["Referrer-Policy"] = "same-origin"  # with no-referrer the form's Origin would be null, which is refused
    return response
