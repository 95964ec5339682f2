(function (root, notice) {
  if (notice && ("; " + document.cookie + ";").includes("; store_notice" + notice + "=hidden;")) {
    root.dataset.noticeHidden = "";
  }
  try {
    var theme = localStorage.getItem("vintner.theme");
    if (theme) root.dataset.theme = theme;
    if (localStorage.getItem("vintner.no-wallets") > Date.now()) root.dataset.noWallets = "";
  } catch (forbidden) {}
})(document.documentElement, document.currentScript.dataset.notice);
addEventListener("wheel", function (event) {
  var field = document.activeElement;
  if (field === event.target && field.type === "number") field.blur();
}, { passive: true });
