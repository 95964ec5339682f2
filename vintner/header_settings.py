"""The headers that tell browsers what pages may do. Read by the settings, so it knows nothing of the store's models."""

from collections.abc import Sequence
from typing import Final

from csp.constants import NONE, SELF

REPORT_PATH: Final = "/policy-reports/"
REPORTING_ENDPOINTS: Final = f'policy="{REPORT_PATH}"'
"""The header that names the address of reports. Browsers that do not know it take `report-uri`."""
REPORTED: Final[dict[str, list[str] | str]] = {"report-uri": [REPORT_PATH], "report-to": "policy"}
_NEVER_USED: Final = (
    *("accelerometer", "camera", "display-capture", "gyroscope", "magnetometer", "microphone"),
    *("midi", "usb", "browsing-topics"),
)


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
