"""Bounds what is received of the files of a form."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from vintner.accounts.fields.bounded_upload import BoundedUpload
from vintner.accounts.fields.pictures import MOST_BYTES

P = ParamSpec("P")


def limit_uploads(request: HttpRequest) -> None:
    """Receive no more of a file than a profile picture may have. It has to be said before the form is read."""
    request.upload_handlers.insert(0, BoundedUpload(MOST_BYTES))


def dropped_files(request: HttpRequest) -> frozenset[str]:
    """Return the names of the inputs whose file was too large, in a form that has been read."""
    bounds = (each for each in request.upload_handlers if isinstance(each, BoundedUpload))
    return frozenset().union(*(each.dropped for each in bounds))


def with_limited_uploads(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Limit the uploads of a view. Its form's token is checked here: Django's own check reads the form too early."""
    checked = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def limited(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        limit_uploads(request)
        return checked(request, *args, **kwargs)

    return limited
