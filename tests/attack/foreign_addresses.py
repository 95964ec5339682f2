"""Addresses that lead away from the store."""

ELSEWHERE = [
    *("https://evil.example/", "http://evil.example", "HTTPS://EVIL.EXAMPLE/", "//evil.example", "///evil.example"),
    *("////evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example", "/\\/evil.example"),
    *("https:/evil.example", "https:///evil.example", "https:evil.example", "http:\\\\evil.example"),
    *("https://testserver@evil.example/", "https://testserver:80@evil.example", "//testserver@evil.example"),
    *("https://testserver.evil.example/", "https://evil.example/testserver", "https://evil.example#testserver"),
    *(
        "https://evil.example?testserver",
        "https://evil.example\\@testserver",
        "https://testserver\\.evil.example",
    ),
    *("https://testserver%2eevil.example", "https://testserver:443/", "https://xn--shp-0na.example/"),
    *("javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", "\tjavascript:alert(1)"),
    *("javascript://testserver/%0aalert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:msgbox(1)"),
    *("file:///etc/passwd", "ftp://testserver/", "blob:https://testserver/1", "about:blank", "mailto:a@b.example"),
    *("\t//evil.example", "\n//evil.example", " //evil.example", "/\t/evil.example", "/\n/evil.example"),
    *("/\r/evil.example", "\x00//evil.example", "/\x00/evil.example", "\x08//evil.example", "\x1f/evil"),
    *("https://evil.example\x00.testserver", "//evil。example", "//evil%E3%80%82example", "//2130706433/"),
    *("//[::1]/", "//0x7f.1/", "https://[testserver/", "//evil.example:80/", "//evil.example/..;/testserver"),
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
    *("", " ", "/" + "a" * 2000, "http://testserver/", "%2f%2fevil.example", "/good\\..\\//evil.example"),
]
