"""Profile pictures: what is taken, what is refused in which words, and what is kept."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.accounts.fields.pictures import BAD_ENDING, MORE_THAN_PICTURE, ONLY_ONE, TOO_LARGE
from vintner.accounts.fields.tests.attack_files import (
    SECRET,
    SVG,
    make_bomb,
    make_exif_jpeg,
    make_page_polyglot,
    make_picture,
    make_text_bomb,
    make_zip_polyglot,
)
from vintner.accounts.fields.tests.profile import NAMES, PROFILE, send_profile
from vintner.accounts.fields.tests.profile import ada as ada
from vintner.accounts.fields.tests.profile import client as client
from vintner.accounts.models import AccountField, ProfilePicture
from vintner.customers.models import User

pytestmark = pytest.mark.django_db
LABEL = "Profile picture"


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("me.svg", SVG, BAD_ENDING),
        ("me.png", SVG, MORE_THAN_PICTURE),
        ("me.gif", make_picture("GIF"), BAD_ENDING),
        ("me.png", make_picture("GIF"), "The file is no JPEG or PNG picture."),
        ("me.png.php", make_picture(), BAD_ENDING),
        ("../../etc/passwd", make_picture(), BAD_ENDING),
        ("me.png", b"", "The file is no JPEG or PNG picture."),
        ("me.png", make_picture()[:200], "The picture is damaged."),
        ("me.jpg", make_picture("JPEG")[:300], "The picture is damaged."),
        ("me.png", make_bomb(), "The picture has more than 25 million pixels."),
        ("me.png", make_text_bomb(), "The picture is damaged."),
        ("me.jpg", make_zip_polyglot(), MORE_THAN_PICTURE),
        ("me.jpg", make_page_polyglot(), MORE_THAN_PICTURE),
        ("me.png", make_picture() + b"\0" * 2 * 1024 * 1024, TOO_LARGE),
    ],
    ids=[
        *("SVG", "SVG as PNG", "GIF", "GIF as PNG", "two endings", "no ending", "empty", "cut PNG", "cut JPEG", "bomb"),
        *("text bomb", "archive", "page", "too large"),
    ],
)
def test_what_is_no_good_picture_is_refused_in_words(client: Client, name: str, content: bytes, error: str) -> None:
    assert send_profile(client, (name, content)) == error
    assert not ProfilePicture.objects.exists()


@pytest.mark.parametrize(("size", "error"), [(2 * 1024 * 1024, TOO_LARGE), (2 * 1024 * 1024 - 1, "")])
def test_a_file_has_to_be_smaller_than_two_megabytes(client: Client, size: int, error: str) -> None:
    picture = make_picture()
    assert send_profile(client, ("me.png", picture + b"\0" * (size - len(picture)))) == error


def test_nothing_but_the_pixels_is_kept(client: Client, ada: User) -> None:
    assert send_profile(client, ("C:\\photos\\..\\me.JPG", make_exif_jpeg())) == ""
    stored = ProfilePicture.objects.get(user=ada)
    for content, side in ((bytes(stored.small), 96), (bytes(stored.large), 384)):
        assert SECRET not in content
        kept = Image.open(BytesIO(content))
        assert (kept.format, kept.size, dict(kept.getexif())) == ("WEBP", (side, side), {})
        red, green, _ = kept.convert("RGB").getpixel((side - 5, side // 2))  # type: ignore[misc]  # three numbers
        assert red > 150 > green  # it lay on its side


def test_there_is_one_picture(client: Client, ada: User) -> None:
    two = ONLY_ONE.format(label=LABEL)
    assert send_profile(client, ("a.png", make_picture()), ("b.png", make_picture())) == two
    assert send_profile(client, ("a.png", make_picture())) == ""
    first = ProfilePicture.objects.get(user=ada)
    assert send_profile(client, ("b.png", make_picture())) == two
    assert send_profile(client, ("b.png", make_picture()), remove=first.name) == ""
    assert ProfilePicture.objects.get(user=ada).name != first.name


def test_a_picture_is_removed(client: Client, ada: User) -> None:
    send_profile(client, ("a.png", make_picture()))
    assert send_profile(client, remove="of somebody else") == ""
    assert ProfilePicture.objects.filter(user=ada).exists()
    assert send_profile(client, remove=ProfilePicture.objects.get(user=ada).name) == ""
    assert not ProfilePicture.objects.exists()


def test_a_picture_that_is_required_is_asked_for(client: Client, ada: User) -> None:
    AccountField.objects.filter(kind="picture").update(required=True)
    assert send_profile(client) == "Profile picture - File not selected."
    assert send_profile(client, ("a.png", make_picture())) == ""
    sent = ProfilePicture.objects.get(user=ada).name
    assert send_profile(client, remove=sent) == "Profile picture - File not selected."


def test_a_good_picture_is_kept_though_another_field_is_wrong(client: Client) -> None:
    answer = client.post(
        PROFILE,
        {**NAMES, "profile_picture": SimpleUploadedFile("a.png", make_picture()), "date": "31/31/2000"},
        headers={"accept": "application/json"},
    )
    fields = {each["part"]: each for each in answer.json()["fields"]}
    assert fields["date"]["error"] == "Date of birth should look like mm/dd/yyyy."
    assert fields["date"]["value"] == "31/31/2000"
    assert fields["picture"]["picture"]["url"].endswith("-384.webp")


def test_only_its_customer_and_staff_see_a_picture(
    client: Client, ada: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    send_profile(client, ("a.png", make_picture()))
    address = f"/my-source/picture/{ProfilePicture.objects.get(user=ada).name}-96.webp"
    with django_assert_num_queries(3):
        answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert "private" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert client.get(address.replace("-96", "-97")).status_code == 404
    assert Client().get(address).status_code == 404
    for staff, status in ((False, 404), (True, 200)):
        other = Client()
        other.force_login(User.objects.create_user(f"{staff}@example.com", "pw", is_staff=staff))
        assert other.get(address).status_code == status


def test_pictures_are_limited(client: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "profile_pictures": (1, 60)}
    assert send_profile(client, ("a.gif", b"")) == BAD_ENDING
    assert send_profile(client, ("a.png", make_picture())).startswith("Too many pictures")


def test_the_database_keeps_one_small_picture_of_a_customer(ada: User) -> None:
    good = {"user": ada, "name": "0" * 32, "small": b"", "large": b""}
    for bad in ({"name": "../up"}, {"large": b"\0" * 400_001}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ProfilePicture.objects.create(**{**good, **bad})


@pytest.mark.django_db(transaction=True)
def test_of_many_pictures_at_once_one_is_kept(client: Client, ada: User) -> None:
    """A hundred at once on a running store were tried by hand; here eight show who is first."""
    sessions = []
    for _ in range(8):
        each = Client()
        each.force_login(ada)
        sessions.append(each)

    def upload(session: Client) -> str:
        try:
            return send_profile(session, ("a.png", make_picture()))
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        errors = list(pool.map(upload, sessions))
    assert sorted(errors) == ["", *[ONLY_ONE.format(label=LABEL)] * 7]
    assert ProfilePicture.objects.count() == 1
