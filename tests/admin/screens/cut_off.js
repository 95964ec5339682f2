// The inputs, buttons, labels and tabs that are not seen whole: outside the window or a box that cannot be scrolled,
// or too small for what is written in them.
() => {
  const cut = [];
  for (const part of document.querySelectorAll('#main :is(input:not([type=hidden]), select, textarea, label, button, legend, #tabs-items > a)')) {
    const box = part.getBoundingClientRect();
    if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width < 2 || box.height < 2) continue;
    if (part.closest('.sr-only, .select2-container, [aria-hidden=true]')) continue;
    if (outside(part, box)) cut.push(`${describe(part)} lies outside`);
    const short =
      part.matches('input:is([type=text], [type=number])') && part.value && part.value.length <= 20;
    const larger = part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1;
    if (larger && (short || part.matches('label, button, legend'))) cut.push(`${describe(part)} is too small`);
  }
  return [...new Set(cut)].slice(0, 8);

  function outside(part, box) {
    for (let around = part.parentElement; around; around = around.parentElement) {
      const flow = getComputedStyle(around).overflowX;
      if (flow === 'visible') continue;
      const edge = around.getBoundingClientRect();
      const inside = box.left >= edge.left - 1 && box.right <= edge.right + 1;
      if ((flow === 'auto' || flow === 'scroll') && around !== document.documentElement) return false;
      if (!inside) return true;
    }
    return box.right > document.documentElement.clientWidth + 1 || box.left < -1;
  }

  function describe(part) {
    return `${part.tagName.toLowerCase()} ${part.name || part.textContent.trim().slice(0, 40) || part.id}`;
  }
}
