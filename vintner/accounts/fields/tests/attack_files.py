"""Pictures for tests: a good one, and those that an attacker would send."""

import struct
import zipfile
import zlib
from io import BytesIO

from PIL import Image
from PIL.PngImagePlugin import PngInfo

SECRET = b"GPS 38.2988 N 122.2866 W"


def make_picture(kind: str = "PNG", size: tuple[int, int] = (640, 480), **options: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, (110, 26, 46)).save(out, kind, **options)
    return out.getvalue()


def make_exif_jpeg() -> bytes:
    """A picture that says where it was taken, and that it lies on its side."""
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    exif[0x0112] = 6
    picture = Image.new("RGB", (640, 480), "white")
    picture.paste((200, 0, 0), (0, 0, 640, 240))
    out = BytesIO()
    picture.save(out, "JPEG", exif=exif, comment=SECRET)
    return out.getvalue()


def make_bomb() -> bytes:
    """A PNG of a few hundred bytes that says it has 900 million pixels."""
    head = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(b"\0" * 90_000)) + _chunk(b"IEND")
    )


def make_text_bomb() -> bytes:
    """A small picture with a text of 80 million letters in it, packed to 80 KB."""
    texts = PngInfo()
    for number in range(80):
        texts.add_text(f"t{number}", "a" * 1_000_000, zip=True)
    return make_picture(pnginfo=texts)


def make_zip_polyglot() -> bytes:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("index.html", "<p>hello</p>")
    return make_picture("JPEG") + archive.getvalue()


def make_page_polyglot() -> bytes:
    return make_picture("JPEG", comment=b"*/=1;</style><script>alert(1)</script>/*")


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><circle r="9"/></svg>'


def _chunk(kind: bytes, content: bytes = b"") -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
