"""Headers of lists that have pages."""

from math import ceil
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse

from vintner.store_api.shapes import address


def count_pages(request: HttpRequest, response: HttpResponse, *, total: int, page: int, size: int) -> None:
    """Set the headers with the number of rows and pages, and the links to the neighbouring pages."""
    pages = ceil(total / size)
    response["X-WP-Total"], response["X-WP-TotalPages"] = str(total), str(pages)
    links = []
    for name, other in (("prev", min(page - 1, pages)), ("next", page + 1)):
        if 1 <= other <= pages:
            query = request.GET.copy()
            query["page"] = str(other)
            links.append(f'<{address(request.path)}?{urlencode(list(query.lists()), doseq=True)}>; rel="{name}"')
    if links:
        response["Link"] = ", ".join(links)
