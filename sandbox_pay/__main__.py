"""`python -m sandbox_pay`: serve the sandbox provider until a signal comes."""

import asyncio
import logging
import os
import signal
import socket
import sys

from granian.constants import Interfaces
from granian.server.embed import Server

from sandbox_pay.app import create_app
from sandbox_pay.provider import SandboxProvider
from sandbox_pay.settings import Settings, from_environment

logger = logging.getLogger("sandbox_pay")


def main() -> int:
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    try:
        settings = from_environment(os.environ)
        _check_free(settings)
    except ValueError as problem:
        logger.error("%s", problem)
        return 2
    asyncio.run(_serve(settings))
    return 0


def _check_free(settings: Settings) -> None:
    """Report an occupied port in a sentence, before the server raises a traceback."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as problem:
            raise ValueError(
                f"The sandbox provider can't listen on {settings.host}:{settings.port} ({problem.strerror}). "
                "Stop what uses that port, or set SANDBOX_PORT."
            ) from problem


async def _serve(settings: Settings) -> None:
    provider = SandboxProvider.opened(settings)
    server = Server(
        create_app(provider),
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        websockets=False,
        log_enabled=False,
    )

    def stop() -> None:
        provider.stopping.set()
        server.stop()  # type: ignore[no-untyped-call]

    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stop)
    logger.info("Sandbox provider at %s: test cards only, no real money.", settings.public_url)
    await server.serve()


if __name__ == "__main__":
    sys.exit(main())
