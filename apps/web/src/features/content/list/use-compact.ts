import { useSyncExternalStore } from 'react';
import { storedValue } from '../../../lib/stored.ts';

/** True for compact rows with small pictures. Stored per browser, like the colour scheme. */
export const compactList = storedValue<true>('endcap.compact', (value) => (value ? true : null));
export const useCompact = (): boolean => useSyncExternalStore(compactList.subscribe, compactList.get) === true;
