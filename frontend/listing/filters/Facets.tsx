import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FacetPanel } from '../../generated/pages';
import { browser } from '../../lib/go';
import { useHydrated } from '../../lib/hydrated';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import { FacetGroup } from './FacetGroup';
import styles from './Facets.module.css';
import { addressOf, countWines, FOUND, restorePlace, savePlace } from './filterForm';
import { PriceRange } from './PriceRange';

const PANEL = 'filters';
const OPEN_AT_FIRST = 3;

/**
 * What narrows a listing down: a form that works by itself. With JavaScript, beside the wines, every choice is applied
 * at once; in the drawer of small screens the button says how many wines the choices leave.
 */
export function Facets({ panel }: { panel: FacetPanel }) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [total, setTotal] = useState(panel.total);

  useEffect(() => (form.current ? restorePlace(form.current) : undefined), []);
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    browser.go(addressOf(event.currentTarget));
  };
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const changed = event.target as HTMLInputElement;
    if (!changed.name) return; // only finds what to choose
    if (isDrawer(event.currentTarget)) {
      void countWines(event.currentTarget, setTotal);
    } else if (changed.type !== 'text') {
      savePlace(changed);
      event.currentTarget.requestSubmit();
    }
  };
  const chosen = panel.chips.length;
  return (
    <div className={styles.facets}>
      <a className={styles.skip} href={`#${FOUND}`}>
        Skip to the wines
      </a>
      <button type="button" className={`${buttonClass('quiet', true)} ${styles.toggle}`} popoverTarget={PANEL}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M7 12h10M10 17h4" />
        </svg>
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <section id={PANEL} className={styles.panel} popover="auto" aria-labelledby="filters-title">
        <form ref={form} method="get" action={panel.action} autoComplete="off" onSubmit={apply} onChange={onChange}>
          <div className={styles.head}>
            <h2 id="filters-title" className={styles.title}>
              Filters
            </h2>
            <button
              type="button"
              className={styles.close}
              popoverTarget={PANEL}
              popoverTargetAction="hide"
              aria-label="Close the filters"
            >
              <span aria-hidden="true">×</span>
            </button>
          </div>
          {panel.other_parameters.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {panel.facets.map((facet, place) => (
            <FacetGroup key={facet.name} facet={facet} open={place < OPEN_AT_FIRST} most={panel.most_chosen} />
          ))}
          <PriceRange least={panel.least} most={panel.most} />
          <div className={hydrated ? styles.foot : styles.plainFoot}>
            {chosen > 0 && (
              <a className={buttonClass('quiet')} href={panel.clear_url}>
                Clear all
              </a>
            )}
            <Button type="submit" className={styles.show}>
              {hydrated ? `Show ${total} ${total === 1 ? 'wine' : 'wines'}` : 'Apply'}
            </Button>
          </div>
        </form>
      </section>
    </div>
  );
}

/** Whether the filters are a drawer: the styles place them beside the wines where there is room. */
function isDrawer(form: HTMLElement): boolean {
  const panel = form.closest(`#${PANEL}`);
  return panel !== null && getComputedStyle(panel).position === 'fixed';
}
