"""What is put together of ready parts unpacks to the whole."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.web.gzip_parts import compress, join_parts


@given(parts=st.lists(st.binary(max_size=3000), min_size=1, max_size=4), gap=st.binary(max_size=40))
def test_unpacks_to_the_parts_with_the_gap_between(parts: list[bytes], gap: bytes) -> None:
    assert gzip.decompress(join_parts([compress(part) for part in parts], gap)) == gap.join(parts)


def test_is_as_small_as_gzip() -> None:
    page = b"<li class='wine'>Dolcetto di Dogliani</li>" * 900
    assert len(join_parts([compress(page), compress(page)], b"nonce")) < 2 * len(gzip.compress(page)) + 60


def test_a_gap_fits_one_block() -> None:
    with pytest.raises(ValueError, match="65,535"):
        join_parts([compress(b"a"), compress(b"b")], b"x" * 65_536)
