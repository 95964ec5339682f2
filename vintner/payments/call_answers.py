"""The answers to the calls of the provider's fields on the store's pages."""

from django.http import HttpResponse

from vintner.web.answers import json_response


def success_response(data: object) -> HttpResponse:
    return json_response({"success": True, "data": data})


def failure_response(message: str) -> HttpResponse:
    return json_response({"success": False, "data": {"error": {"message": message}}})
