import { createContext, useContext } from 'react';
import type { ClosedPlace } from '../../generated/pages';
import { useShipTo } from '../../lib/shipTo';

/** The places to which no wine may be sent, as every page has them. */
export const ClosedPlaces = createContext<ClosedPlace[]>([]);

/** Return the visitor's own place if no wine may be sent there; nothing on the server. */
export function useClosedPlace(): ClosedPlace | undefined {
  const { place } = useShipTo();
  return useContext(ClosedPlaces).find((each) => each.place === place);
}
