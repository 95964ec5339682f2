"""The page of the profile, and the customer's picture."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from vintner.accounts.fields.account_fields import profile_fields
from vintner.accounts.fields.field_form import check_fields
from vintner.accounts.fields.inputs import account_inputs
from vintner.accounts.fields.kinds import Kind
from vintner.accounts.fields.pages import ProfilePage
from vintner.accounts.fields.picture_form import ProfilePictureForm, save_picture
from vintner.accounts.fields.pictures import LARGE, NAME, SMALL, picture_name
from vintner.accounts.fields.profiles import read_profile, save_profile
from vintner.accounts.fields.upload_views import dropped_files, with_limited_uploads
from vintner.accounts.models import AccountField, ProfilePicture
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.notices import notify_success
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props

SAVED = "Your profile is saved."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_limited_uploads
def profile(request: HttpRequest) -> HttpResponse:
    """Show the profile's form to its customer, or save it."""
    user = user_of(request)
    if user is None:
        return redirect_to_login(reverse("profile"))
    fields = profile_fields()
    if request.method != "POST":
        return page_response(request, _page(request, user, fields, None, {}))
    errors = _save(request, user, fields)
    if errors:
        return page_response(request, _page(request, user, fields, request.POST.dict(), errors), 422)
    notify_success(request, SAVED)
    return HttpResponseRedirect(reverse("profile"))


def _save(request: HttpRequest, user: User, fields: tuple[AccountField, ...]) -> dict[str, str]:
    """Save the form, or return its errors by input. A good picture is saved though another field is wrong: browsers
    forget a file that has to be sent again.
    """
    now = timezone.now()
    checked = check_fields(fields, request.POST.dict(), today=timezone.localdate(now))
    errors = dict(checked.errors)
    picture = next((field for field in fields if field.kind == Kind.PICTURE), None)
    if picture:
        try:
            save_picture(user, picture, _picture_form(request))
        except Refusal as refusal:
            errors[refusal.field] = refusal.message
    if not errors:
        save_profile(user, checked.values, now)
    return errors


def _picture_form(request: HttpRequest) -> ProfilePictureForm:
    return ProfilePictureForm(
        files=tuple(request.FILES.getlist(NAME)),
        too_large=NAME in dropped_files(request),
        removed=request.POST.get(f"{NAME}_remove", "")[:64],
    )


def _page(
    request: HttpRequest,
    user: User,
    fields: tuple[AccountField, ...],
    posted: Mapping[str, str] | None,
    errors: Mapping[str, str],
) -> ProfilePage:
    return ProfilePage(
        head=Head(title=f"Profile – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("profile"),
        action=reverse("profile"),
        fields=account_inputs(
            fields,
            posted=posted,
            stored=read_profile(user),
            errors=errors,
            today=timezone.localdate(),
            picture=picture_name(user),
        ),
    )


@require_safe
def picture(request: HttpRequest, name: str, side: int) -> HttpResponse:
    """Answer with a profile picture: to its customer and to staff, and to nobody else."""
    user = user_of(request)
    if user is None or side not in (SMALL, LARGE):
        raise Http404
    found = ProfilePicture.objects.filter(name=name).only("user", "small" if side == SMALL else "large").first()
    if found is None or not (found.user_id == user.pk or user.is_staff):
        raise Http404
    response = HttpResponse(bytes(found.small if side == SMALL else found.large), "image/webp")
    response["Cache-Control"] = "private, max-age=86400, immutable"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response
