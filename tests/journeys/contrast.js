// Checks the colors of text with axe. Combinations of colors that are in `passed` are left out.
// Returns what axe finds, and the combinations that it found to be right.
async ({ passed, rules }) => {
    const MARK = 'data-colors-unchecked';
    const PAINTED = ['backgroundColor', 'backgroundImage', 'opacity', 'filter', 'backdropFilter', 'mixBlendMode'];
    const NOT_PAINTED = 'rgba(0, 0, 0, 0) none 1 none none normal';
    const isOpaque = (color) => !color.startsWith('rgba(') && !color.includes('/');

    // What is painted behind an element's text. An element that floats over others may have anything behind it.
    const backgrounds = new Map([[null, { painted: '', floats: false }]]);
    const readBackground = (element) => {
        if (!backgrounds.has(element)) {
            const style = getComputedStyle(element);
            const below = readBackground(element.parentElement);
            const own = PAINTED.map((name) => style[name]).join(' ');
            const floats = below.floats || style.position === 'absolute' || style.position === 'fixed';
            backgrounds.set(element, {
                painted: own === NOT_PAINTED ? below.painted : `${below.painted} > ${own}`,
                floats: floats && !isOpaque(style.backgroundColor),
            });
        }
        return backgrounds.get(element);
    };

    // axe asks less of large letters: 24 px, or 14 pt if they are bold.
    const readText = (element) => {
        const style = getComputedStyle(element);
        const size = Number.parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        return `${style.color} ${style.textShadow} ${large ? 'large' : 'small'}`;
    };

    const hasText = (element) =>
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    const isVisible = (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.getBoundingClientRect().width > 1; // less: for screen readers only

    const unchecked = new Map();
    const known = new Set(passed);
    for (const element of document.querySelectorAll('body, body *')) {
        if (!hasText(element) || !isVisible(element)) continue;
        const background = readBackground(element);
        const colors = background.floats ? null : `${readText(element)} on ${background.painted}`;
        if (known.has(colors)) continue;
        unchecked.set(element, colors);
        element.setAttribute(MARK, '');
    }
    if (unchecked.size === 0 && rules.length === 1) return { violations: [], passed: [] };
    axe.configure({ rules: [{ id: 'color-contrast', selector: `[${MARK}]` }] });
    const found = await axe.run(document, {
        runOnly: { type: 'rule', values: rules },
        resultTypes: ['violations', 'passes'],
        elementRef: true,
        iframes: false,
    });
    for (const element of unchecked.keys()) element.removeAttribute(MARK);
    const right = found.passes.filter((rule) => rule.id === 'color-contrast').flatMap((rule) => rule.nodes);
    for (const node of found.violations.flatMap((rule) => rule.nodes)) delete node.element;
    return {
        violations: found.violations,
        passed: [...new Set(right.map((node) => unchecked.get(node.element)))].filter((colors) => colors),
    };
}
