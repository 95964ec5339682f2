import { createContext } from 'react';
import type { AddressSearch } from '../../generated/pages';

/** Null where addresses are only typed. */
export const AddressSearchContext = createContext<AddressSearch | null>(null);
