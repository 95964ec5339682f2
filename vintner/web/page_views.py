"""Which requests are page views: a person opened a page of the shop."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from vintner.web.middleware import is_admin_page


def is_page_view(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether a response is a page of the shop that a browser displays now.

    A page that the browser has stored is answered by 304, and is a view as well. What scripts fetch is none, nor is a
    page that is fetched in advance: by Sec-Fetch-Dest, Sec-Purpose and the headers that browsers sent before those.
    """
    meta = request.META
    return (
        request.method == "GET"
        and (response.status_code == 304 or (response.status_code == 200 and _is_html(response)))
        and meta.get("HTTP_SEC_FETCH_DEST", "document") == "document"
        and "text/html" in meta.get("HTTP_ACCEPT", "text/html")
        and not ("HTTP_SEC_PURPOSE" in meta or "HTTP_PURPOSE" in meta or "HTTP_X_MOZ" in meta)
        and not is_admin_page(request)
    )


def _is_html(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")
