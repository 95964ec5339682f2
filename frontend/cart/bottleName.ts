/** What distinguishes a bottle: 'Les Hauts de Roques', 'Château Malvezin-Roques', '2020 · 750 ml'. */
interface Bottle {
  name: string;
  producer: string;
  details: string;
}

/** Return all of it in one line, for names of controls that only screen readers read. */
export function bottleName({ name, producer, details }: Bottle): string {
  const about = [producer, details].filter(Boolean).join(' · ');
  return about ? `${name} (${about})` : name;
}
