"""Uploaded files, where the store itself serves them."""

import errno
import re
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.static import serve

_SIZE_OF_PICTURE: Final = re.compile(r"pictures/[0-9a-f]+-[0-9]+\.[a-z]+")
"""A file whose name comes from its content (`pictures.py: save_sizes`)."""
_FOR_GOOD: Final = "public, max-age=31536000, immutable"
_FOR_A_DAY: Final = "public, max-age=86400"


def serve_media(request: HttpRequest, path: str) -> HttpResponseBase:
    """Send a file. Browsers and proxies keep sizes of pictures for good, and what staff may replace for a day."""
    try:
        response = serve(request, path, document_root=str(settings.MEDIA_ROOT))
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise Http404 from error
    response["Cache-Control"] = _FOR_GOOD if _SIZE_OF_PICTURE.fullmatch(path) else _FOR_A_DAY
    return response
