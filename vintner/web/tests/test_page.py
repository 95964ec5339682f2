"""What pages say of pictures."""

from vintner.web.page import Image, ImageSource

SIZES = "/a-160.webp 160w, /a-320.webp 320w, /a-480.webp 480w"


def image(srcset: str) -> Image:
    source = ImageSource(type="image/webp", srcset=srcset)
    return Image(src="/a-960.jpeg", width=960, height=1280, alt="A bottle", sources=(source,))


def test_a_small_picture_is_offered_in_no_size_that_a_line_never_needs() -> None:
    small = image(SIZES).small
    assert small.sources[0].srcset == "/a-160.webp 160w, /a-320.webp 320w"
    assert (small.src, small.width, small.height, small.alt) == ("/a-960.jpeg", 960, 1280, "A bottle")


def test_a_picture_without_small_sizes_keeps_those_it_has() -> None:
    assert image("/a-480.webp 480w").small.sources[0].srcset == "/a-480.webp 480w"
