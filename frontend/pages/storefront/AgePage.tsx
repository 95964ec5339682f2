import type { AgePage as Props } from '../../generated/pages';

/** What lies behind the gate's farewell. */
export default function AgePage({ shared }: Props) {
  return <h1>{shared.store_name}</h1>;
}
