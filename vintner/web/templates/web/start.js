(function (self) {
  var held = [], starting, live;
  function start() {
    if (starting) return;
    if (document.prerendering) return document.addEventListener("prerenderingchange", start, { once: true });
    starting = true;
    var script = document.createElement("script");
    script.type = "module";
    script.src = self.dataset.entry;
    script.onerror = release;
    document.body.append(script);
    self.dataset.modules.split(" ").forEach(function (address) {
      var link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = address;
      document.head.append(link);
    });
  }
  function hold(pressed) {
    if (!held.includes(pressed)) held.push(pressed);
    start();
    setTimeout(release, 5000);
  }
  function onSubmit(event) {
    if (event.target.getAttribute("method") !== "post") return;
    event.preventDefault();
    hold(event.submitter || event.target);
  }
  function onClick(event) {
    var button = event.target.closest("button[type=button]:not([popovertarget])");
    if (button) hold(button);
  }
  function release() {
    if (live) return;
    live = true;
    removeEventListener("submit", onSubmit);
    removeEventListener("click", onClick);
    held.forEach(function (pressed) {
      if (pressed.requestSubmit) pressed.requestSubmit();
      else pressed.click();
    });
  }
  addEventListener("submit", onSubmit);
  addEventListener("click", onClick);
  addEventListener("live", release);
  ["pointerdown", "keydown"].forEach(function (kind) {
    addEventListener(kind, start, { once: true, capture: true, passive: true });
  });
  if (!document.getElementById("root").firstElementChild) start();
  addEventListener("load", function () {
    setTimeout(start);
  });
  setTimeout(start, 2000);
})(document.currentScript);
