"""Which requests are page views: a person opened a page of the shop."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from vintner.web.middleware import VIEW_REFERRER, is_admin_page, is_document, is_early


def is_page_view(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether a response is a page of the shop that a browser displays now.

    A page that the browser has stored is answered by 304, and is a view as well. What scripts fetch is none, nor is a
    page that is fetched in advance: by Sec-Fetch-Dest, Sec-Purpose and the headers that browsers sent before them. Once
    such a page is displayed, its script checks whether it is current. If so, that is the view; else it is loaded anew.
    """
    return (
        request.method == "GET"
        and (response.status_code == 304 or (response.status_code == 200 and _is_html(response)))
        and (is_document(request) or (VIEW_REFERRER in request.META and response.status_code == 304))
        and "text/html" in request.META.get("HTTP_ACCEPT", "text/html")
        and not is_early(request)
        and not is_admin_page(request)
    )


def read_referrer(request: HttpRequest) -> str:
    """Return the page that led to a page view, '' if unknown. The request of a script has its own page as referrer."""
    return str(request.META.get(VIEW_REFERRER, request.META.get("HTTP_REFERER", "")))


def _is_html(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")
