"""Checks texts wherever a call names them: e-mail addresses, countries, return URLs. The error codes are Stripe's."""

from collections.abc import Callable, Mapping
from typing import Final

from sandbox_pay.protocol.addresses import is_web_address
from sandbox_pay.protocol.errors import invalid
from sandbox_pay.protocol.json import Json

KNOWN = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY "
    "BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK "
    "FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR "
    "IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK "
    "ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM "
    "PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF "
    "TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW "
)
COUNTRIES: Final = frozenset(KNOWN.split())
"""ISO 3166-1."""
FREE: Final = frozenset({"metadata", "evidence"})
"""Maps whose texts are the store's own."""


def check(params: Json, within: str = "") -> None:
    """Refuse texts that do not fit their parameter's name, also inside maps."""
    for name, value in params.items():
        param = f"{within}[{name}]" if within else name
        if isinstance(value, dict) and name not in FREE:
            check(value, param)
        elif isinstance(value, str) and value and name in CHECKS:
            CHECKS[name](value, param)


def _email(text: str, param: str) -> None:
    name, at, host = text.partition("@")
    if not (name and at and host) or "@" in host or " " in text or len(text) > 512:
        raise invalid(f"Invalid email address: {text[:80]}", param, "email_invalid")


def _country(text: str, param: str) -> None:
    if text.upper() not in COUNTRIES:
        raise invalid(
            f"Country '{text[:80]}' is unknown. Use two letters, such as 'US'.", param, "country_code_invalid"
        )


def _way_back(text: str, param: str) -> None:
    if not is_web_address(text):
        raise invalid("Not a valid URL", param, "url_invalid")


CHECKS: Final[Mapping[str, Callable[[str, str], None]]] = {
    "email": _email,
    "receipt_email": _email,
    "country": _country,
    "return_url": _way_back,
}
