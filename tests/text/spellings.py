"""How devices, other programs and people write the same thing: met in the trackers and forums of other stores."""

from typing import Final

PHONE: Final = "+1 415-555-0132"
PHONES: Final = (
    *("+1 415-555-0132", "(415) 555-0132", "4155550132", "tel:+1-415-555-0132"),
    "\u202d+1 415-555-0132\u202c",  # copied from the contacts of a phone
    *("+1 415-555-0132\ufe0d", "\u200e+1 415-555-0132", "+1\u2060415-555-0132", "\ufeff415.555.0132"),
    *("+1 415\u2011555\u20110132", "+1 415\u2013555\u20130132", "+1\u00a0415\u202f555\u20090132"),
    "\uff0b\uff11\u3000\uff14\uff11\uff15\uff0d\uff15\uff15\uff15\uff0d\uff10\uff11\uff13\uff12",
)
EXTENDED: Final = "+1 415-555-0132 ext. 725"
EXTENDED_PHONES: Final = (
    *("+1 415-555-0132 ext. 725", "415-555-0132 x725", "(415) 555-0132x725", "415-555-0132 Ext 725"),
    *("tel:+14155550132;ext=725", "415-555-0132, extension 725", "415\u2013555\u20130132 \uff58\uff17\uff12\uff15"),
)
POSTCODES: Final = {
    "94110": (
        *("94110", " 94110 ", "94110\u200b", "\u200e94110", "94110\ufeff", "\u00a094110", "94\u2060110", "94110\ufe0e"),
        "\uff19\uff14\uff11\uff11\uff10",
    ),
    "94110-1234": (
        *("94110-1234", "941101234", "94110 1234", "94110\u20111234", "94110\u20131234", "94110\u22121234"),
        *("94110\uff0d1234", "\uff19\uff14\uff11\uff11\uff10\u2014\uff11\uff12\uff13\uff14", "94110\u00ad-1234"),
        *("94110\u202f\u2013\u202f1234", "94110 - 1234"),
    ),
    "K1A 0B1": ("K1A 0B1", "k1a0b1", "K1A-0B1", "K1A\u00a00B1", "K1A\u20110B1", "\uff2b1A\u200b 0B1", "k1a\u20130b1"),
}
COUPON: Final = "summer-20"
COUPONS: Final = (
    *(
        "summer-20",
        "SUMMER-20",
        " Summer-20 ",
        "summer\u201120",
        "SUMMER\u201320",
        "summer-20\u200b",
        "\ufeffsummer-20",
    ),
    *("\u202asummer-20\u202c", "\uff33\uff35\uff2d\uff2d\uff25\uff32\uff0d\uff12\uff10", "sum\u00admer-20"),
)
EMAIL: Final = "jane.doe@example.com"
EMAILS: Final = (
    *("jane.doe@example.com", "Jane.Doe@Example.com", " jane.doe@example.com ", "mailto:jane.doe@example.com"),
    *("jane.doe@exam\u200bple.com", "jane.doe@example\u200d.com", "\ufeffjane.doe@example.com"),
    *("jane.doe\u2060@example.com", "jane.doe@\u202eexample.com", "jane.doe@example\u3002com"),
    *("jane.doe\uff20example.com", "jane.doe@\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45.com"),
)
NAMES: Final = {
    "Jos\u00e9": (
        "Jos\u00e9",
        "Jose\u0301",
        "\u200eJos\u00e9",
        "Jos\u00e9\u200b",
        "\u202aJos\u00e9\u202c",
        "Jo\u00ads\u00e9",
    ),
    "Ana Luz": ("Ana Luz", "Ana\u00a0Luz", "Ana\u3000 Luz", " Ana\u2003Luz", "Ana\tLuz", "Ana\x0bLuz", "Ana\u2028Luz"),
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647": ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647",),  # a joiner within
}
