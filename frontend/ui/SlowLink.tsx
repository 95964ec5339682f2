import type { ReactNode } from 'react';
import { followSlowly } from './glideLink';

interface Props {
  /** The id of the part; it has a `tabIndex`, since it takes the focus. */
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link to a part of the same page, to which the page then scrolls slowly. */
export function SlowLink({ to, className, children }: Props) {
  return (
    <a className={className} href={`#${to}`} onClick={followSlowly}>
      {children}
    </a>
  );
}
