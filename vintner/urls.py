"""Every address of the store, in the order a shopper meets them."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.static import serve

from vintner.storefront import views as storefront
from vintner.storefront.account import account, log_out
from vintner.wire.views import root

urlpatterns: list[URLPattern | URLResolver] = [
    path("", root, name="home"),
    path("shop/", storefront.listing, name="shop"),
    path("shop/page/<int:page>/", storefront.listing, name="shop"),
    path("product-category/<slug:slug>/", storefront.listing, name="category"),
    path("product-category/<slug:slug>/page/<int:page>/", storefront.listing, name="category"),
    path("product/<slug:slug>/", storefront.product, name="product"),
    path("cart/", include("vintner.cart.urls")),
    path("checkout/", include("vintner.checkout.urls")),
    path("my-source/", account, name="account"),
    path("my-source/customer-logout/", log_out, name="log_out"),
    path("admin/", admin.site.urls),
]
if settings.SERVE_MEDIA:
    urlpatterns.append(re_path(r"^media/(?P<path>.+)$", serve, {"document_root": settings.MEDIA_ROOT}))
if settings.SANDBOX:
    urlpatterns.append(path("outbox/", include("vintner.orders.outbox_urls")))
if settings.BENCH:
    urlpatterns.append(path("_bench/bare/", storefront.bare))

handler404 = "vintner.storefront.views.not_found"
handler403 = "vintner.storefront.views.refused"
handler500 = "vintner.storefront.views.fault"
