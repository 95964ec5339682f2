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
  return (
    <ClosedPlaces value={props.shared.closed_places}>
      <Layout shared={props.shared} frame={Page.frame}>
        <Page {...props} />
      </Layout>
    </ClosedPlaces>
  );
}
