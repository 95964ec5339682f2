// Gives the inputs that the admin's own scripts and tables make the name that is written beside them.

const NAVIGATIONS = {
  'nav-sidebar-inner': 'Menu',
  'tabs-items': 'Parts of the form',
  'tabs-dropdown': 'More parts of the form',
};
const BUTTONS = {
  close: 'Close',
  dock_to_right: 'Show or hide the menu',
  more_horiz: 'More parts of the form',
  more_vert: 'More',
  visibility: 'Show or hide the password',
  visibility_off: 'Show or hide the password',
};

function nameInput(input, label) {
  if (!input.labels?.length && !input.hasAttribute('aria-label')) input.setAttribute('aria-label', label.trim());
}

// A row of a table: the heading of the column is the label.
function nameCells(root) {
  for (const cell of root.querySelectorAll('td[data-label]')) {
    for (const input of cell.querySelectorAll('input:not([type=hidden]), select, textarea')) {
      nameInput(input, [cell.dataset.label, input.getAttribute('placeholder')].filter(Boolean).join(': '));
    }
  }
}

// A search box in the place of a select: it is not the element that the label belongs to.
function nameSearchBoxes(root) {
  for (const box of root.querySelectorAll('.select2-container')) {
    const select = box.previousElementSibling;
    if (!(select instanceof HTMLSelectElement)) continue;
    // A list holds nothing but its items.
    for (const clear of box.querySelectorAll('ul > .select2-selection__clear')) clear.parentElement.before(clear);
    const label = select.labels?.[0]?.textContent ?? select.getAttribute('aria-label') ?? '';
    for (const part of box.querySelectorAll('[role=combobox], [role=textbox], .select2-search__field')) {
      if (!label) continue;
      part.removeAttribute('aria-labelledby');
      part.setAttribute('aria-label', label.replace('*', '').trim());
    }
  }
  for (const field of root.querySelectorAll('.select2-search__field:not([aria-label])')) field.setAttribute('aria-label', 'Search');
}

// Parts of the page: what is on it, the menu, and boxes that scroll.
function nameParts() {
  document.getElementById('main')?.setAttribute('role', 'main');
  for (const nav of document.querySelectorAll('nav:not([aria-label])')) nav.setAttribute('aria-label', NAVIGATIONS[nav.id] ?? 'Actions');
  for (const box of document.querySelectorAll('.simplebar-content-wrapper')) {
    const heading = box.closest('fieldset')?.querySelector('h2')?.textContent.trim();
    box.setAttribute('aria-label', `${heading ?? (box.closest('nav') ? 'Menu' : 'Results')}, scrollable`);
  }
}

// Symbols that are clicked become buttons, for the keyboard as well.
function makeButtons() {
  for (const symbol of document.querySelectorAll(':is(div, span)[x-on\\:click]:not([role])')) {
    const name = symbol.getAttribute('aria-label') ?? BUTTONS[symbol.textContent.trim()];
    if (!name) continue;
    symbol.setAttribute('role', 'button');
    symbol.setAttribute('aria-label', name);
    symbol.tabIndex = 0;
    symbol.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      symbol.click();
    });
  }
}

// The column that holds the button that deletes a row has no heading.
function dropEmptyHeadings() {
  for (const heading of document.querySelectorAll('.formset th')) {
    if (heading.textContent.trim()) continue;
    const cell = document.createElement('td');
    cell.className = heading.className;
    heading.replaceWith(cell);
  }
}

function nameAll() {
  nameCells(document);
  nameSearchBoxes(document);
  nameParts();
  makeButtons();
  dropEmptyHeadings();
  for (const hint of document.querySelectorAll('.help-tooltip[aria-label]')) hint.setAttribute('role', 'img');
}

document.addEventListener('DOMContentLoaded', () => {
  nameAll();
  new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
});

// A turned wheel scrolls the page. Over a number that has the focus, browsers change the number instead.
addEventListener(
  'wheel',
  ({ target }) => {
    if (target === document.activeElement && target.type === 'number') target.blur();
  },
  { passive: true },
);
