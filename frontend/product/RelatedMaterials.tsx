import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Material, ProducerProfile } from '../generated/pages';
import { useHydrated } from '../lib/hydrated';
import { layerClosed, layerOpened } from '../lib/layers';
import { buttonClass } from '../ui/buttonClass';
import { glideToElement } from '../ui/glideLink';
import styles from './RelatedMaterials.module.css';

const SECTION = 'related-materials';
const OPEN_LABEL = 'RELATED MATERIALS';
const CLOSE_LABEL = 'CLOSE PANEL';

interface Props {
  producer: ProducerProfile;
  /** The id of the wines on this page; empty when it shows none. */
  winesId: string;
}

/**
 * What there is to read about a producer, in a panel beside the page (docs/behaviour/pages.md#producers). Without
 * JavaScript the button is a link to the same list, which then is a part of the page. Producers without materials have
 * neither.
 */
export function RelatedMaterials({ producer, winesId }: Props) {
  const [open, setOpen] = useState(false);
  const hydrated = useHydrated();
  const toggle = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const top = useRef(0);
  const goingToWines = usePanel(open, panel, toggle, top, winesId);
  if (producer.materials.length === 0) return null;

  const press = (event: MouseEvent) => {
    if (!open) top.current = event.currentTarget.getBoundingClientRect().top;
    setOpen(!open);
  };
  const button = (
    <button
      ref={toggle}
      type="button"
      className={buttonClass('quiet')}
      aria-expanded={open}
      aria-haspopup="dialog"
      onClick={press}
    >
      {open ? CLOSE_LABEL : OPEN_LABEL}
    </button>
  );
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === panel.current) setOpen(false);
  };
  const goToWines = (event: MouseEvent) => {
    event.preventDefault();
    goingToWines.current = true;
    setOpen(false);
  };
  return (
    <div className={styles.dock}>
      {!open && (hydrated ? button : <Jump />)}
      {!hydrated && (
        <section id={SECTION} className={styles.plain} aria-labelledby={`${SECTION}-title`}>
          <h2 id={`${SECTION}-title`}>Related materials</h2>
          <Materials materials={producer.materials} />
        </section>
      )}
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself
        <dialog
          ref={panel}
          className={styles.panel}
          aria-labelledby={`${SECTION}-title`}
          onClose={() => setOpen(false)}
          onClick={closeOnBackdrop}
        >
          <div className={styles.inside}>
            {button}
            <h2 id={`${SECTION}-title`}>Related materials</h2>
            <p className={styles.about}>To read about {producer.name}, and to keep.</p>
            <Materials materials={producer.materials} />
            {winesId && (
              <a className={buttonClass('main', true)} href={`#${winesId}`} onClick={goToWines}>
                Wines from {producer.name}
              </a>
            )}
          </div>
        </dialog>
      )}
    </div>
  );
}

function Jump() {
  return (
    <a className={buttonClass('quiet')} href={`#${SECTION}`}>
      {OPEN_LABEL}
    </a>
  );
}

function Materials({ materials }: { materials: Material[] }) {
  return (
    <ul className={styles.materials}>
      {materials.map(({ url, title, kind, form }) => (
        <li key={url}>
          <a className={styles.material} href={url}>
            <span className={styles.kind}>{kind}</span>
            <span className={styles.title}>{title}</span>
            <span className={styles.form}>{form}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * Open and close the dialog along with the state. The page stands at its top while it is open, and cannot be scrolled
 * (by CSS). Afterwards the button is where it was in the window (`top`, in pixels) and has the focus, or the page
 * scrolls to the wines. The distance from the top of the page is no measure of where it was: what is above can change
 * its height meanwhile.
 */
function usePanel(
  open: boolean,
  panel: RefObject<HTMLDialogElement | null>,
  toggle: RefObject<HTMLButtonElement | null>,
  top: RefObject<number>,
  winesId: string,
): RefObject<boolean> {
  const toWines = useRef(false);
  useEffect(() => {
    const element = panel.current;
    if (!open || !element) return;
    layerOpened(element, () => element.close());
    window.scrollTo({ top: 0, behavior: 'instant' });
    element.showModal(); // also closes the menu of small screens, which is a popover
    return () => {
      const now = toggle.current?.getBoundingClientRect().top ?? top.current;
      window.scrollBy({ top: now - top.current, behavior: 'instant' });
      if (toWines.current) glideToElement(winesId);
      else toggle.current?.focus({ preventScroll: true });
      toWines.current = false;
      layerClosed(element);
    };
  }, [open, panel, toggle, top, winesId]);
  return toWines;
}
