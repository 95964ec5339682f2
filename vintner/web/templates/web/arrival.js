(function (root) {
  function customer() {
    return /(^|; )vintner_customer=/.test(document.cookie);
  }
  function check() {
    var entry = performance.getEntriesByType("navigation")[0];
    var edition = entry && (entry.serverTiming || []).find(function (timing) {
      return timing.name === "edition";
    });
    if (!edition || !(entry.deliveryType === "navigational-prefetch" || entry.activationStart)) return;
    fetch(location.href, {
      cache: "no-store",
      headers: {
        Accept: "text/html",
        "If-None-Match": 'W/"' + edition.description + '"',
        "X-View-Referrer": document.referrer,
      },
    }).then(function (response) {
      var isCurrent = response.status === 304, isTrouble = response.status === 429 || response.status >= 500;
      if (!isCurrent && !isTrouble) location.reload();
    }, function () {});
  }
  var before = customer();
  addEventListener("pageshow", function (event) {
    if (!event.persisted || customer() === before) return;
    root.hidden = true;
    location.reload();
  });
  if (document.prerendering) document.addEventListener("prerenderingchange", check, { once: true });
  else check();
})(document.documentElement);
