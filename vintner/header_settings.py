"""The headers that tell browsers what pages may do. Read by the settings, so it knows nothing of the store's models."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from csp.constants import NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE

REPORT_PATH: Final = "/policy-reports/"
REPORTING_ENDPOINTS: Final = f'policy="{REPORT_PATH}"'
"""The header that names the address of reports. Browsers that do not know it take `report-uri`."""
REPORTED: Final[dict[str, list[str] | str]] = {"report-uri": [REPORT_PATH], "report-to": "policy"}
ADMIN_POLICY: Final[dict[str, list[str] | str]] = {
    "default-src": [SELF],
    "script-src": [SELF, UNSAFE_EVAL],
    "style-src": [SELF, UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "frame-ancestors": [NONE],
    "base-uri": [SELF],
    "form-action": [SELF],
    "object-src": [NONE],
    **REPORTED,
}
"""The policy of the admin; decision 58 says why it is not stricter. The shop's policy is in the settings."""
INLINE: Final = ("early.js", "arrival.js", "speculation.json", "start.js")
"""The inline scripts of `templates/web`, in the order of the document."""
_NEVER_USED: Final = (
    *("accelerometer", "camera", "display-capture", "gyroscope", "magnetometer", "microphone"),
    *("midi", "usb", "browsing-topics"),
)


def hash_source(text: bytes) -> str:
    """Return how a content policy names the inline script or style with this text."""
    return f"'sha256-{b64encode(sha256(text).digest()).decode()}'"


def inline_scripts(folder: Path) -> list[str]:
    """Return the inline scripts of the shop's pages, as the content policy names them. No nonce is needed, so a cached
    page has the same bytes for every visitor.
    """
    return [hash_source((folder / name).read_bytes()) for name in INLINE]


def content_policy(
    scripts: Sequence[str], images: Sequence[str], calls: Sequence[str], frames: Sequence[str]
) -> dict[str, object]:
    """Return the setting CONTENT_SECURITY_POLICY: what pages may load from elsewhere than the store."""
    return {
        "DIRECTIVES": {
            "default-src": [SELF],
            "script-src": [SELF, *scripts],
            "style-src": [SELF],
            "img-src": [SELF, "data:", *images],
            "connect-src": [SELF, *calls],
            "frame-src": [*frames],
            "frame-ancestors": [NONE],
            "base-uri": [SELF],
            "form-action": [SELF],
            "object-src": [NONE],
            **REPORTED,
        }
    }


def permissions_policy(frames: Sequence[str]) -> str:
    """Return what pages may ask of the browser. Wallets open its payment sheet from the provider's frames."""
    paying = " ".join(f'"{each}"' for each in frames)
    asked = (
        f"payment=(self {paying})",
        "geolocation=(self)",  # to fetch the address of where one is
        "publickey-credentials-get=(self)",
    )
    return ", ".join([*(f"{each}=()" for each in _NEVER_USED), *asked])
