"""The words of the home page, as the merchant wrote them."""

import json
from typing import Final

from django.db import connection

from vintner.catalogue.home_page import HomeWords
from vintner.web.catalogue_version import cached_by_version
from vintner.web.page import PromiseText

QUERY: Final = """
SELECT
    (SELECT json_build_object('tag', home_tag, 'description', home_description, 'title', home_title, 'text', home_text)
       FROM content_storedetails)::text,
    (SELECT json_agg(json_build_object('title', title, 'text', text, 'icon', icon) ORDER BY position, id)
       FROM content_homepromise)::text
"""


@cached_by_version
def find_home_words() -> HomeWords:
    """Return the words. One query per catalogue version."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY)
        words, promises = (json.loads(text or "null") for text in cursor.fetchone())
    words = words or {"tag": "", "description": "", "title": "", "text": ""}
    return HomeWords(**words, promises=tuple(PromiseText(**each) for each in promises or ()))
