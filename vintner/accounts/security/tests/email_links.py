"""The link that confirms an address."""

import re
from urllib.parse import urlsplit

from vintner.orders.models import Email

PASSWORD = "violet tractor seven moons"
CHANGE = "/my-source/change-email/"


def find_link(email: str) -> str:
    text = Email.objects.filter(to=email, kind="confirm_email").latest("id").text
    return str(urlsplit(re.findall(r"https?://\S+", text)[0]).path)
