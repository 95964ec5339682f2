import type { Shared } from './generated/pages';
import { Layout } from './layout/Layout';
import type { PageComponent } from './lib/pages';

interface Props {
  Page: PageComponent;
  props: { shared: Shared };
}

/** The whole of #root: the same tree on the server and in the browser. */
export function App({ Page, props }: Props) {
  return (
    <Layout shared={props.shared}>
      <Page {...props} />
    </Layout>
  );
}
