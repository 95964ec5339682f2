"""The look of the admin: what django-unfold is told. Read by the settings, so it knows nothing of Django."""

_WINE_RED = {
    50: "97% .013",
    100: "94% .03",
    200: "88% .06",
    300: "80% .09",
    400: "71% .13",
    500: "62% .15",
    600: "42% .14",
    700: "36% .12",
    800: "31% .1",
    900: "27% .08",
    950: "20% .06",
}
"""Lightness and chroma of the admin's accent, by the number of the shade: the store's own at 600 and 700."""


def unfold(store_name: str, static_url: str) -> dict[str, object]:
    """Return the setting UNFOLD."""
    icon = f"{static_url}icon.svg"
    return {
        "SITE_TITLE": store_name,
        "SITE_HEADER": store_name,
        "SITE_URL": "/",
        "SITE_ICON": lambda request: icon,
        "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: icon}],
        "STYLES": [lambda request: f"{static_url}web/admin.css"],
        "SCRIPTS": [lambda request: f"{static_url}web/admin.js"],
        "DASHBOARD_CALLBACK": "vintner.back_office.admin.add_setup_steps",
        "LOGIN": {"form": "vintner.customers.staff_log_in.StaffLogInForm"},
        "COLORS": {"primary": {str(shade): f"oklch({colour} 12)" for shade, colour in _WINE_RED.items()}},
    }
