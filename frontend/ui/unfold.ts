/** Open everything that an element is folded away in. */
export function unfold(element: Element): void {
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    fold.setAttribute('open', '');
  }
}
