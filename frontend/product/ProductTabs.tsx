import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '../lib/classes';
import { useHydrated } from '../lib/hydrated';
import styles from './ProductTabs.module.css';
import { type Tab, tabByKey, tabFor } from './tabAddress';

interface Panel {
  tab: Tab;
  title: string;
  content: ReactNode;
}

/** Description, reviews, additional information. Without JavaScript: links to three parts, all of them shown. */
export function ProductTabs({ panels }: { panels: Panel[] }) {
  const hydrated = useHydrated();
  const [selected, setSelected] = useState<Tab>('description');
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const open = (address: URL) => {
      const tab = tabFor(address);
      if (tab === 'description' && address.hash !== '#tab-description') return;
      setSelected(tab);
      document.getElementById(`to-${tab}`)?.focus({ preventScroll: true });
      const comment = address.hash.startsWith('#comment-') && address.hash.slice(1);
      requestAnimationFrame(() => document.getElementById(comment || `to-${tab}`)?.scrollIntoView?.());
    };
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href*="#"]') : null;
      if (!(link instanceof HTMLAnchorElement) || list.current?.contains(link)) return;
      if (link.pathname !== window.location.pathname) return;
      if (tabFor(new URL(link.href)) === 'reviews') open(new URL(link.href));
    };
    const onHash = () => open(new URL(window.location.href));
    onHash();
    window.addEventListener('hashchange', onHash);
    document.addEventListener('click', follow);
    return () => {
      window.removeEventListener('hashchange', onHash);
      document.removeEventListener('click', follow);
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const index = panels.findIndex((panel) => panel.tab === selected);
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = panels[tabByKey(event.key, index, panels.length, rightToLeft) ?? -1];
    if (!next) return;
    event.preventDefault();
    setSelected(next.tab);
    document.getElementById(`to-${next.tab}`)?.focus();
  };
  return (
    <section aria-label="About this wine">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tablist as soon as it can work as one */}
      <div ref={list} className={styles.tabs} onKeyDown={onKeyDown} {...(hydrated && { role: 'tablist' })}>
        {panels.map(({ tab, title }) => (
          <a
            key={tab}
            id={`to-${tab}`}
            className={styles.tab}
            href={`#tab-${tab}`}
            onClick={(event) => {
              event.preventDefault();
              setSelected(tab);
            }}
            {...(hydrated && {
              role: 'tab',
              'aria-selected': tab === selected,
              'aria-controls': `tab-${tab}`,
              tabIndex: tab === selected ? 0 : -1,
            })}
          >
            {title}
          </a>
        ))}
      </div>
      {panels.map(({ tab, content }, index) => (
        <div
          key={tab}
          id={`tab-${tab}`}
          className={classes(styles.panel, !hydrated && index > 0 && styles.later)}
          hidden={hydrated && tab !== selected}
          {...(hydrated && { role: 'tabpanel', 'aria-labelledby': `to-${tab}`, tabIndex: 0 })}
        >
          {content}
        </div>
      ))}
    </section>
  );
}
