"""A form leads to addresses of this store, however another one is spelt."""

import pytest

from vintner.accounts.auth_forms.redirects import own_address, with_parameter

ELSEWHERE = [
    *("https://evil.example/", "http://evil.example", "HTTPS://EVIL.EXAMPLE/", "//evil.example", "///evil.example"),
    *("////evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example", "/\\/evil.example"),
    *("https:/evil.example", "https:///evil.example", "https:evil.example", "http:\\\\evil.example"),
    *("https://shop.example@evil.example/", "https://shop.example:80@evil.example", "//shop.example@evil.example"),
    *("https://shop.example.evil.example/", "https://evil.example/shop.example", "https://evil.example#shop.example"),
    *(
        "https://evil.example?shop.example",
        "https://evil.example\\@shop.example",
        "https://shop.example\\.evil.example",
    ),
    *("https://shop.example%2eevil.example", "https://shop.example:443/", "https://xn--shp-0na.example/"),
    *("javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", "\tjavascript:alert(1)"),
    *("javascript://shop.example/%0aalert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:msgbox(1)"),
    *("file:///etc/passwd", "ftp://shop.example/", "blob:https://shop.example/1", "about:blank", "mailto:a@b.example"),
    *("\t//evil.example", "\n//evil.example", " //evil.example", "/\t/evil.example", "/\n/evil.example"),
    *("/\r/evil.example", "\x00//evil.example", "/\x00/evil.example", "\x08//evil.example", "\x1f/evil"),
    *("https://evil.example\x00.shop.example", "//evil。example", "//evil%E3%80%82example", "//2130706433/"),
    *("//[::1]/", "//0x7f.1/", "https://[shop.example/", "//evil.example:80/", "//evil.example/..;/shop.example"),
    *(
        "evil.example",
        "shop",
        "../shop/",
        "?next=/shop/",
        "#login",
        ";//evil.example",
        "@evil.example",
        ".evil.example",
    ),
    *("", " ", "/" + "a" * 2000, "http://shop.example/", "%2f%2fevil.example", "/good\\..\\//evil.example"),
]


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_what_lies_elsewhere_is_not_led_to(wanted: str) -> None:
    assert own_address(wanted, host="shop.example", is_secure=True, default="/my-source/") == "/my-source/"


@pytest.mark.parametrize(
    "wanted", ["/", "/shop/?page=2&color=red", "/product/été/#reviews", "https://shop.example/checkout/"]
)
def test_addresses_of_the_store_are(wanted: str) -> None:
    assert own_address(wanted, host="shop.example", is_secure=True, default="/my-source/") == wanted


def test_a_parameter_is_added_to_those_that_are_there() -> None:
    assert with_parameter("/shop/?a=1#top", "login", "success") == "/shop/?a=1&login=success#top"
    assert with_parameter("/shop/", "login", "success") == "/shop/?login=success"
