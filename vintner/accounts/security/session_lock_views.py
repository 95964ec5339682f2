"""Views that take what works once and is held by the session: mailed codes, challenges of passkeys."""

from collections.abc import Callable
from functools import wraps

from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase

from vintner.web.sessions.store import SessionStore


def lock_session(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Answer POSTs of one session one after the other, each with the session as the one before has left it.

    Of many uses of a code or a challenge at once one succeeds, and wrong codes sent at once all count.
    """

    @wraps(view)
    def answer_alone(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        key = request.session.session_key
        if request.method != "POST" or key is None:
            return view(request, *args, **kwargs)
        with transaction.atomic():
            Session.objects.select_for_update().filter(pk=key).first()
            request.session = SessionStore(key)
            response = view(request, *args, **kwargs)
            if request.session.modified:
                request.session.save()
            if request.session.session_key == key:
                request.session.modified = False  # once more, after the lock, would undo what the next one counted
        return response

    return answer_alone
