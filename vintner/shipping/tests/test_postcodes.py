"""Which postcodes staff mean by what they write."""

import pytest

from vintner.shipping.rules.postcodes import BadPostcode, Postcodes


@pytest.mark.parametrize(
    ("written", "postcode", "holds"),
    [
        ("", "94110", True),
        ("", "", True),
        ("94110", "94110", True),
        ("94110", "94110-1234", True),
        ("94110-1234", "94110", False),
        ("94110", "94111", False),
        ("94110", "", False),
        ("94111; 94110", "94110", True),
        ("94111\n94110\n", "94110", True),
        ("941*", "94199-0001", True),
        ("941*", "94201", False),
        ("*", "1", True),
        ("90001...90099", "90001", True),
        ("90001...90099", "90099-1234", True),
        ("90001...90099", "90100", False),
        ("90001...90099", "900", False),
        ("00501...00544", "00510", True),
        ("k1a*", "K1A 0B1", True),
        ("K1A0B1", "k1a 0b1", True),
        ("M1A...M9Z", "M5V 2T6", True),
        ("M1A...M9Z", "N5V 2T6", False),
    ],
)
def test_which_postcodes_are_meant(written: str, postcode: str, holds: bool) -> None:
    assert Postcodes.read(written).hold(postcode) is holds


@pytest.mark.parametrize(
    "written", ["941**", "9*1", "90001..90099", "90099...90001", "900...90099", "94110,94111", "94110...", "€"]
)
def test_what_names_no_postcodes(written: str) -> None:
    with pytest.raises(BadPostcode):
        Postcodes.read(written)
    assert not Postcodes.kept(written).hold("94110"), "kept past the check it holds nothing, not everything"


def test_postcodes_are_kept_once_and_in_order() -> None:
    assert Postcodes.read(" 941* ;94110\n94110 ").text == "941*;94110"
