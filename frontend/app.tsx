import { useEffect } from 'react';
import type { Shared } from './generated/pages';
import { Layout } from './layout/Layout';
import { useHydrated } from './lib/hydrated';
import type { PageComponent } from './lib/pages';
import { ClosedPlaces } from './wine/closed/closedPlaces';

interface Props {
  Page: PageComponent;
  props: { shared: Shared };
}

/** The whole of #root: the same tree on the server and in the browser. */
export function App({ Page, props }: Props) {
  return (
    <ClosedPlaces value={props.shared.closed_places}>
      <Layout shared={props.shared} frame={Page.frame}>
        <Page {...props} />
      </Layout>
      <HydrationMark />
    </ClosedPlaces>
  );
}

/**
 * Mark #root once every press is heard and all that needs JavaScript is there: React draws everything that waits for
 * `useHydrated` at once, and effects run after that, those of the last part last.
 */
function HydrationMark(): null {
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated) document.getElementById('root')?.setAttribute('data-hydrated', '');
  }, [hydrated]);
  return null;
}
