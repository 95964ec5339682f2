/**
 * Return the option that a text names: by its whole label or its value ('CA'), or as the only one whose label contains
 * it. Case does not count.
 */
export function findTyped<Option extends { value: string; label: string }>(
  options: Option[],
  text: string,
): Option | undefined {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return undefined;
  const named = options.find(({ value, label }) => [label, value].some((name) => name.toLowerCase() === wanted));
  if (named) return named;
  const matching = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  return matching.length === 1 ? matching[0] : undefined;
}
