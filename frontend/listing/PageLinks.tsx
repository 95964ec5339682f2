import type { MouseEvent } from 'react';
import { classes } from '../lib/classes';
import { buttonClass } from '../ui/buttonClass';
import { type Direction, further, type LoadedPage } from './listing';
import styles from './PageLinks.module.css';

interface Props {
  pages: LoadedPage[];
  hidden: boolean;
  /** Called when a link is followed; it may prevent that and load the page itself. */
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * Links to the pages around those shown: the way without JavaScript, and for outside scripts
 * (docs/behaviour/pages.md#listing).
 */
export function PageLinks({ pages, hidden, onFollow }: Props) {
  const [first, last] = [pages[0]?.pagination, pages.at(-1)?.pagination];
  if (!first || !last || last.pages < 2) return null;
  const link = (direction: Direction, name: string, text: string) => {
    const url = further(pages, direction);
    return (
      url && (
        <a className={classes(name, buttonClass('quiet'))} href={url} rel={name} onClick={onFollow}>
          {text}
        </a>
      )
    );
  };
  return (
    <nav className={classes('woocommerce-pagination', styles.pages)} aria-label="Pages" hidden={hidden}>
      {link('previous', 'prev', 'Previous page')}
      <span>
        {first.page === last.page ? `Page ${last.page}` : `Pages ${first.page}–${last.page}`} of {last.pages}
      </span>
      {link('next', 'next', 'Next page')}
    </nav>
  );
}
