"""Gzip of a text with gaps that differ by response: the parts between the gaps are compressed once, in advance.

Compressing a page takes several times as long as the rest of sending a cached one. Deflate data are blocks that may be
concatenated (RFC 1951, 3.2), so a page is its compressed parts with a short uncompressed block for each gap.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
"""Gzip, deflate, no name, no time, best compression, unknown system (RFC 1952, 2.3)."""
_LAST_BLOCK = b"\x03\x00"
_WINDOW = -15
"""Deflate without a header of its own, with the largest window."""
_LONGEST_GAP = 0xFFFF


@dataclass(frozen=True, slots=True)
class CompressedPart:
    """A piece of text and its deflate blocks."""

    text: bytes
    blocks: bytes


def compress(text: bytes) -> CompressedPart:
    """Compress a part as well as deflate can, up to a whole byte and without an end."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _WINDOW)
    return CompressedPart(text, packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))


def join_parts(parts: Sequence[CompressedPart], gap: bytes) -> bytes:
    """Return the gzip of the parts with `gap` (at most 65,535 bytes) between each and the next."""
    if len(gap) > _LONGEST_GAP:
        raise ValueError("a stored block holds 65,535 bytes at most")
    stored = struct.pack("<BHH", 0, len(gap), len(gap) ^ 0xFFFF) + gap
    checksum = 0
    for index, part in enumerate(parts):
        checksum = zlib.crc32(part.text, zlib.crc32(gap, checksum) if index else checksum)
    length = sum(len(part.text) for part in parts) + len(gap) * (len(parts) - 1)
    ending = struct.pack("<II", checksum, length & 0xFFFFFFFF)
    return _HEADER + stored.join(part.blocks for part in parts) + _LAST_BLOCK + ending
