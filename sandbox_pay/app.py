"""The whole program as one ASGI application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from sandbox_pay import api, controls
from sandbox_pay.pages import (
    authorize,
    browser_files,
    challenge,
    dashboard,
    dashboard_actions,
    express,
    phone,
    verify,
    voucher,
)
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.provider import SandboxProvider


def create_app(provider: SandboxProvider) -> Starlette:
    """Return the application; it closes the provider when it ends."""
    settings = provider.settings

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        provider.close()

    cors = Middleware(
        CORSMiddleware,
        allow_origins=[*settings.store_origins, settings.public_url],
        allow_methods=["GET", "POST"],
        allow_headers=["authorization", "content-type", "stripe-version", "idempotency-key"],
        max_age=600,
    )
    return Starlette(
        routes=[
            *api.routes(provider),
            *controls.routes(provider),
            *authorize.routes(provider),
            *voucher.routes(provider),
            *phone.routes(provider),
            *verify.routes(provider),
            *express.routes(provider),
            *browser_files.routes(provider),
            *challenge.routes(provider),
            *dashboard.routes(provider),
            *dashboard_actions.routes(provider),
        ],
        middleware=[cors],
        exception_handlers={
            HTTPException: _http_error_response,
            ProviderError: _api_error_response,
            Exception: _server_error_response,
        },
        lifespan=lifespan,
    )


async def _api_error_response(_request: Request, problem: Exception) -> Response:
    """Answer an error in a page's form."""
    status = problem.status if isinstance(problem, ProviderError) else 500
    return PlainTextResponse(str(getattr(problem, "message", "")), status)


async def _http_error_response(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    if not request.url.path.startswith("/v1/"):
        return PlainTextResponse("There is nothing here.", status)
    refusal = ProviderError(404, f"Unrecognized request URL ({request.method}: {request.url.path}).")
    return JSONResponse(refusal.body(), refusal.status)


async def _server_error_response(_request: Request, _problem: Exception) -> Response:
    refusal = ProviderError(500, "The sandbox met a fault of its own; its log says more.", type="api_error")
    return JSONResponse(refusal.body(), refusal.status)
