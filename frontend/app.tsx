import { useEffect } from 'react';
import type { Shared } from './generated/pages';
import { Layout } from './layout/Layout';
import type { PageComponent } from './lib/pages';
import { ClosedPlaces } from './wine/closed/closedPlaces';

interface Props {
  Page: PageComponent;
  props: { shared: Shared };
}

/** The whole of #root: the same tree on the server and in the browser. */
export function App({ Page, props }: Props) {
  // Effects run once all is committed, those of the root last: from here on every press is heard.
  useEffect(() => document.getElementById('root')?.setAttribute('data-hydrated', ''), []);
  return (
    <ClosedPlaces value={props.shared.closed_places}>
      <Layout shared={props.shared} frame={Page.frame}>
        <Page {...props} />
      </Layout>
    </ClosedPlaces>
  );
}
