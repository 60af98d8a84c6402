import { useSyncExternalStore } from 'react';
import { storedValue } from '../../../lib/stored.ts';

/** Whether rows are low, with small pictures; of this browser, like its colours. */
export const compactList = storedValue<true>('endcap.compact', (value) => (value ? true : null));
export const useCompact = (): boolean => useSyncExternalStore(compactList.subscribe, compactList.get) === true;
