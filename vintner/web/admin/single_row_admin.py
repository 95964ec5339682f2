"""The base of admin pages whose table has one row at most."""

from django.http import HttpRequest

from vintner.web.admin.checked_admin import CheckedAdmin


class SingleRowAdmin(CheckedAdmin):
    """Lets the row be added while there is none. The menu of other pages asks as well: they spare the query."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        match = request.resolver_match
        names = f"{self.opts.app_label}_{self.opts.model_name}_"
        is_here = match is not None and str(match.url_name).startswith(names)
        return super().has_add_permission(request) and not (is_here and self.model._default_manager.exists())
