"""QR codes for the addresses of phone pages, as pictures: dark on white whatever the page's colours are."""

import io
from functools import cache

import segno


@cache
def _code(text: str) -> segno.QRCode:
    return segno.make_qr(text)


def svg(text: str) -> str:
    """Return the code as a picture of its own, which takes the size it is given."""
    written = io.BytesIO()
    _code(text).save(written, kind="svg", xmldecl=False, omitsize=True, light="#fff", nl=False)
    return written.getvalue().decode()


@cache
def png(text: str, scale: int = 6) -> bytes:
    """Return the code as a PNG with so many pixels to a module."""
    written = io.BytesIO()
    _code(text).save(written, kind="png", scale=scale)
    return written.getvalue()


def data_url(text: str) -> str:
    return _code(text).png_data_uri(scale=4)
