"""Staff reads and exports what visitors agreed to, and changes nothing of it."""

import pytest
from django.test import Client

from vintner.consent.models import ConsentRecord

pytestmark = pytest.mark.django_db
LIST = "/admin/consent/consentrecord/"


def test_records_are_found_and_exported_and_not_changed(admin_client: Client) -> None:
    row = ConsentRecord.objects.create(statistics=True, preferences=False, version=1, region="FR")
    other = ConsentRecord.objects.create(statistics=False, preferences=False, version=1)
    found = admin_client.get(LIST, {"q": row.pk}).text
    assert row.pk in found
    assert other.pk not in found
    file = admin_client.post(LIST, {"action": "export", "_selected_action": [row.pk]}).text.splitlines()
    assert file[0] == "Record,Answered at,Statistics,Preferences,Version,Region"
    assert (len(file), file[1].split(",")[0], file[1].endswith(",yes,no,1,FR")) == (2, row.pk, True)
    page = f"{LIST}{row.pk}/change/"
    assert admin_client.get(page).status_code == 200
    assert admin_client.post(page, {"statistics": ""}).status_code == 403
    assert admin_client.post(f"{LIST}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.get(f"{LIST}%00/change/").status_code == 400
