"""Coupons in the admin, and how promotions and coupons combine."""

from django.contrib import admin
from django.http import HttpRequest

from vintner.pricing import models
from vintner.web.admin.checked_admin import CheckedAdmin


@admin.register(models.Coupon)
class CouponAdmin(CheckedAdmin):
    list_display = ("code", "kind", "amount", "enabled", "ends_at", "usage_limit", "used")
    list_filter = ("enabled", "kind", "recurring")
    list_select_related = ("count",)
    search_fields = ("code", "description")
    autocomplete_fields = ("products", "categories", "excluded_products", "excluded_categories")
    fieldsets = (
        (
            None,
            {"fields": ("code", "kind", "amount", "recurring", "free_delivery", "enabled", "ends_at", "description")},
        ),
        (
            "Which carts",
            {"fields": ("minimum", "maximum", "individual", "emails")},
        ),
        (
            "Which wines",
            {"fields": ("products", "categories", "excluded_products", "excluded_categories", "not_on_sale")},
        ),
        ("Limits", {"fields": ("usage_limit", "usage_limit_per_customer", "most_units")}),
    )

    @admin.display(description="used in orders")
    def used(self, row: models.Coupon) -> int:
        return row.count.used if hasattr(row, "count") else 0


@admin.register(models.Policy)
class PolicyAdmin(CheckedAdmin):
    fieldsets = (
        ("Several promotions", {"fields": ("pick", "in_turn", "from_regular")}),
        ("Promotions and coupons", {"fields": ("with_coupons", "coupons_in_turn")}),
        ("Discounts on the cart", {"fields": ("as_fees", "one_label")}),
        ("Delivery", {"fields": ("preselect", "only_free_delivery", "hide_paid")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not models.Policy.objects.exists()
