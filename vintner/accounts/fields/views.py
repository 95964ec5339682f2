"""The customer's picture."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from vintner.accounts.fields.pictures import LARGE, SMALL
from vintner.accounts.models import ProfilePicture
from vintner.customers.middleware import user_of


@require_safe
def picture(request: HttpRequest, name: str, side: str) -> HttpResponse:
    """Answer with a profile picture: to its customer and to staff, and to nobody else."""
    user, pixels = user_of(request), int(side)
    if user is None or pixels not in (SMALL, LARGE):
        raise Http404
    found = ProfilePicture.objects.filter(name=name).only("user", "small" if pixels == SMALL else "large").first()
    if found is None or not (found.user_id == user.pk or user.is_staff):
        raise Http404
    response = HttpResponse(bytes(found.small if pixels == SMALL else found.large), "image/webp")
    response["Cache-Control"] = "private, max-age=86400, immutable"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response
