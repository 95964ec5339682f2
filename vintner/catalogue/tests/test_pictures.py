"""Pictures are stored once and shown in sizes that fit."""

from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse
from PIL import Image
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django.fixtures import Settings

from vintner.catalogue import jobs, pictures
from vintner.catalogue.models import Picture
from vintner.catalogue.picture_sizes import FALLBACK_WIDTH, encode, encode_squares, inspect, widths
from vintner.refusal import Refusal
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    """Keep pictures of these tests in a folder of their own."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def file_of(
    size: tuple[int, int] = (700, 900), kind: str = "JPEG", mode: str = "RGB", colour: str = "#703040"
) -> bytes:
    out = BytesIO()
    Image.new(mode, size, colour).save(out, kind)
    return out.getvalue()


def test_the_same_bytes_are_one_picture(media: Path) -> None:
    first = pictures.store(file_of(), "A bottle")
    again = pictures.store(file_of(), "Another text")

    assert (again.pk, again.alt) == (first.pk, "A bottle")
    assert len(list(media.rglob("*.jpg"))) == 1


def test_its_sizes_are_made_by_a_job_of_the_same_transaction() -> None:
    picture = pictures.store(file_of(), "A bottle")

    job = ProcrastinateJob.objects.get(task_name=pictures.MAKE_SIZES)
    assert job.args == {"picture_id": picture.pk}


def test_the_job_makes_every_width_there_are_pixels_for() -> None:
    picture = pictures.store(file_of((700, 900)), "A bottle")
    jobs.make_sizes(picture_id=picture.pk)
    jobs.make_sizes(picture_id=picture.pk)

    picture.refresh_from_db()
    made = [(size["format"], size["width"], size["height"]) for size in picture.sizes]
    assert [each for each in made if each[0] == "avif"] == [
        ("avif", 160, 206),
        ("avif", 320, 411),
        ("avif", 480, 617),
        ("avif", 640, 823),
    ]
    assert made[-1] == ("jpeg", 700, 900)
    for size in picture.sizes:
        with default_storage.open(size["path"]) as file, Image.open(file) as opened:
            assert (opened.width, opened.height) == (size["width"], size["height"])
            assert opened.format == size["format"].upper()


def test_pages_choose_among_the_sizes() -> None:
    picture = pictures.store(file_of((1400, 1800)), "A bottle", sizes=encode(file_of((1400, 1800))))

    shown = pictures.image(picture)

    assert (shown.width, shown.alt) == (FALLBACK_WIDTH, "A bottle")
    assert shown.src.startswith("/media/pictures/")
    assert shown.src.endswith(".jpeg")
    assert [source.type for source in shown.sources] == ["image/avif", "image/webp"]
    assert shown.sources[0].srcset.split(", ")[-1].endswith("-1280.avif 1280w")
    assert picture.checksum[:20] in shown.src


JPEG = bytes.fromhex("ffd8ff")
"""What a JPEG begins with."""


def test_pictures_are_kept_by_browsers_and_sent_as_they_are(client: Client) -> None:
    picture = pictures.store(file_of((1400, 1800)), "A bottle", sizes=encode(file_of((1400, 1800))))
    sent = client.get(pictures.image(picture).src, headers={"Accept-Encoding": "gzip"})
    assert (sent["Content-Type"], sent.get("Content-Encoding")) == ("image/jpeg", None)
    assert sent["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not sent.cookies
    original = client.get(picture.original.url)
    assert original["Cache-Control"] == "public, max-age=86400"
    assert (sent.getvalue()[:3], original.getvalue()) == (JPEG, file_of((1400, 1800)))
    assert client.get("/media/pictures/none.jpeg").status_code == 404
    assert client.get(f"/media/{'é' * 200}.jpeg").status_code == 404, "no file has a name of so many bytes"


def test_until_there_are_sizes_pages_show_the_original() -> None:
    picture = pictures.store(file_of(), "A bottle")

    shown = pictures.image(picture)

    assert (shown.src, shown.width, shown.height) == (default_storage.url(picture.original.name), 700, 900)
    assert shown.sources == ()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no JPEG"),
        (b"not a picture at all", "no JPEG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no JPEG"),
        (file_of()[:900], "damaged"),
        (file_of(kind="GIF"), "no JPEG"),
        (file_of((5001, 5000), kind="PNG", mode="1", colour="white"), "25 million"),
    ],
    ids=["empty", "text", "svg", "cut off", "gif", "too large"],
)
def test_what_is_no_picture_is_refused(content: bytes, reason: str, media: Path) -> None:
    with pytest.raises(Refusal, match=reason) as refused:
        pictures.store(content, "x")

    assert refused.value.code == "unreadable_picture"
    assert not Picture.objects.exists()
    assert not list(media.rglob("*.*"))


@pytest.mark.parametrize("mode", ["RGBA", "P", "L", "LA", "1"])
def test_every_kind_of_png_gets_sizes(mode: str) -> None:
    sizes = encode(file_of((200, 100), kind="PNG", mode=mode, colour="white" if mode in ("1", "L") else "#fff"))

    assert [(size.format, size.width) for size in sizes] == [("avif", 160), ("webp", 160), ("jpeg", 160), ("jpeg", 200)]


@pytest.mark.parametrize(("transparent", "light"), [({}, 156), ({"transparency": 40_000}, 255)])
def test_a_grey_of_16_bits_is_as_light_as_in_8(transparent: dict[str, int], light: int) -> None:
    out = BytesIO()
    Image.new("I;16", (200, 100), 40_000).save(out, "PNG", **transparent)
    for each in encode(out.getvalue()):
        shown = Image.open(BytesIO(each.content)).convert("RGBA")
        on_white = Image.alpha_composite(Image.new("RGBA", shown.size, "white"), shown)
        assert on_white.getpixel((50, 50)) == pytest.approx((light, light, light, 255), abs=2), each.format


def test_a_picture_on_its_side_is_put_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    out = BytesIO()
    Image.new("RGB", (400, 200), "red").save(out, "JPEG", exif=exif)

    picture = pictures.store(out.getvalue(), "x", sizes=encode(out.getvalue()))

    assert (picture.width, picture.height) == (200, 400)
    assert picture.sizes[-1]["height"] == 400


def test_a_jpeg_with_a_second_picture_behind_the_first_is_a_jpeg() -> None:
    out = BytesIO()
    Image.new("RGB", (40, 60), "red").save(out, "MPO", save_all=True, append_images=[Image.new("RGB", (40, 60))])
    read = inspect(out.getvalue())
    assert (read.ending, read.width, read.height) == ("jpg", 40, 60)
    assert encode(out.getvalue())


@pytest.mark.filterwarnings("ignore::UserWarning")  # Pillow tells what is damaged
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_picture_whose_exif_cannot_be_read_is_taken_as_it_is_stored(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Camera"
    whole = exif.tobytes()
    for place in range(len(whole)):
        for value in (0, 0x7F, 0xFF):
            damaged = whole[:place] + bytes([value]) + whole[place + 1 :]
            out = BytesIO()
            Image.new("RGB", (4, 6), "red").save(out, kind, exif=damaged)
            assert {inspect(out.getvalue()).width, inspect(out.getvalue()).height} == {4, 6}
            assert encode_squares(out.getvalue(), (4,), (kind,))


def test_a_trial_writes_no_file_and_no_job(media: Path) -> None:
    picture = pictures.prepare(file_of(), "A bottle", trial=True)

    assert (picture.width, picture.height) == (700, 900)
    assert not list(media.rglob("*.*"))
    assert not ProcrastinateJob.objects.exists()


def test_no_size_is_larger_than_the_original() -> None:
    assert list(widths(100)) == [100]
    assert list(widths(480)) == [160, 320, 480]
    assert list(widths(5000)) == [160, 320, 480, 640, 960, 1280]


def test_the_picture_of_the_home_page_is_chosen_in_the_admin(admin_client: Client, client: Client) -> None:
    first, second = pictures.store(file_of(), "A cellar"), pictures.store(file_of(colour="#203040"), "A hill")
    for picture in (first, second):
        path = reverse("admin:catalogue_picture_change", args=[picture.pk])
        form = read_form(admin_client.get(path).content.decode(), "picture_form")
        answer = admin_client.post(path, form | {"caption": "Evening", "opens_home": "on"})
        assert answer.status_code == 302
    assert [each.alt for each in Picture.objects.filter(opens_home=True)] == ["A hill"]
    assert client.get("/", headers={"accept": "application/json"}).json()["hero"]["alt"] == "A hill"
    Picture.objects.update(opens_home=False)
    pictures.store(file_of(colour="#102030"), "A table", "hero")
    assert client.get("/", headers={"accept": "application/json"}).json()["hero"] is None, "no word in a caption does"
