"""The browser's part: the script that stores load, and the page of the card fields."""

from functools import partial

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from sandbox_pay.pages.html import fill, page
from sandbox_pay.provider import SandboxProvider

FILES = {
    "stripe.js": "text/javascript",
    "frame.js": "text/javascript",
    "challenge.js": "text/javascript",
    "express.js": "text/javascript",
    "sheet.js": "text/javascript",
    "http.js": "text/javascript",
    "messages.js": "text/javascript",
    "wallets.js": "text/javascript",
    "frame.css": "text/css",
    "express.css": "text/css",
    "sheet.css": "text/css",
    "pages.css": "text/css",
}
NOT_BUILT = "The sandbox's browser files are not built: run npx vite build -c sandbox_pay/browser/vite.config.ts"


async def _file(provider: SandboxProvider, request: Request) -> Response:
    name = request.path_params["name"]
    path = provider.settings.static / name
    if name not in FILES:
        return PlainTextResponse("There is nothing here.", 404)
    if not path.is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    # A store's page loads the script from another origin.
    headers = {
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
    }
    return FileResponse(path, media_type=f"{FILES[name]}; charset=utf-8", headers=headers)


async def _element(provider: SandboxProvider, request: Request) -> Response:
    """Answer the card fields for one of the stores' pages; they talk with that page alone."""
    origin = request.query_params.get("origin", "")
    if origin not in provider.settings.store_origins:
        return PlainTextResponse("This origin is not among SANDBOX_STORE_ORIGINS.", 403)
    return page(fill("element", origin=origin), framed_by=(origin,))


def routes(provider: SandboxProvider) -> list[Route]:
    return [
        Route("/sandbox/element", partial(_element, provider)),
        Route("/sandbox/{name}", partial(_file, provider)),
    ]
