"""The header Content-Security-Policy: the shop's and, on every answer of the admin, the admin's own."""

from typing import Final

from csp.constants import NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from vintner.web.admin.errors import is_admin_page

ADMIN_POLICY: Final = {
    "default-src": [SELF],
    "script-src": [SELF, UNSAFE_EVAL],
    "style-src": [SELF, UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "frame-ancestors": [NONE],
    "base-uri": [SELF],
    "form-action": [SELF],
    "object-src": [NONE],
}
"""The policy of the admin; decision 58 says why it is not stricter. The shop's policy is in the settings."""


class ContentPolicyMiddleware(CSPMiddleware):
    """Adds the policy of the shop or of the admin, by the address. A view's own policy takes precedence."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Return what the header is made of."""
        parts = super().get_policy_parts(request, response, report_only)
        if parts.config is None and not report_only and is_admin_page(request):
            parts.config = ADMIN_POLICY
        return parts
