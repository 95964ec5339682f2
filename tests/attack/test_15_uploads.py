"""15. An upload is a picture of some size that is made anew, or nothing."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from tests.attack.attack import Tries, attack, replaced, together, without_limits
from vintner import rate_limit_settings
from vintner.accounts.fields import pictures
from vintner.accounts.fields.pictures import PreparedPicture
from vintner.accounts.fields.tests import attack_files
from vintner.accounts.fields.tests.profile import send_profile
from vintner.accounts.models import ProfilePicture
from vintner.settings import env
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
BAD = {
    "attack_files.SVG": ("me.svg", attack_files.SVG),
    "attack_files.SVG as PNG": ("me.png", attack_files.SVG),
    "page as JPEG": ("me.jpg", b"<html><script>alert(1)</script></html>"),
    "page in a picture": ("me.jpg", attack_files.make_page_polyglot()),
    "archive in a picture": ("me.jpg", attack_files.make_zip_polyglot()),
    "two endings": ("me.php.jpg.php", attack_files.make_picture()),
    "path": ("../../static/me.html", attack_files.make_picture()),
    "GIF": ("me.png", attack_files.make_picture("GIF")),
    "TIFF": ("me.jpg", attack_files.make_picture("TIFF")),
    "empty": ("me.png", b""),
    "bomb": ("me.png", attack_files.make_bomb()),
    "bomb of text": ("me.png", attack_files.make_text_bomb()),
    "too large": ("me.png", attack_files.make_picture() + b"\0" * 3 * 1024 * 1024),
}


@pytest.fixture
def client() -> Client:
    made = Client()
    made.force_login(make_user("ada@example.com"))
    return made


def _keep_as_it_is(content: bytes) -> PreparedPicture:
    return PreparedPicture(content[:400_000], content[:400_000])


UNCHECKED = together(
    replaced("vintner.accounts.fields.pictures._decode", _keep_as_it_is),
    replaced("vintner.accounts.fields.pictures.ENDINGS", (".png", ".jpg", ".svg", ".php", ".html")),
    replaced("vintner.accounts.fields.pictures.MOST_BYTES", 10**9),
)


@attack(without=UNCHECKED)
def test_what_is_no_picture(client: Client) -> Tries:
    for says, file in BAD.items():
        send_profile(client, file)
        yield says, ProfilePicture.objects.exists()
        ProfilePicture.objects.all().delete()


@attack(without=UNCHECKED)
def test_what_a_picture_tells(client: Client) -> Tries:
    """Where it was taken, and that it ends with something else."""
    send_profile(client, ("me.jpg", attack_files.make_exif_jpeg()))
    kept = ProfilePicture.objects.get()
    for content in (bytes(kept.small), bytes(kept.large)):
        yield "place", attack_files.SECRET in content
        yield "another format", Image.open(BytesIO(content)).format != "WEBP"
    address = f"/my-source/picture/{kept.name}-96.webp"
    yield "a name that was sent", "me" in kept.name
    yield "read by others", Client().get(address).status_code == 200
    yield "run by a browser", client.get(address).headers["X-Content-Type-Options"] != "nosniff"


@attack(without=without_limits("profile_pictures"))
def test_one_picture_after_the_other(client: Client) -> Tries:
    """Each takes a hundred megabytes while it is read, so they are counted."""
    most, _ = rate_limit_settings.read_limits(env, sandbox=False)["profile_pictures"]
    refused = [send_profile(client, ("me.gif", b"")) == pictures.BUSY for _ in range(most + 3)]
    yield f"{refused.count(False)} looked at", refused.count(False) > most
