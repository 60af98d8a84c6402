import { useSyncExternalStore } from 'react';
import { selectedStore } from './store-selection.ts';

export { selectedStore };

export const useSelectedStore = (): string | null => useSyncExternalStore(selectedStore.subscribe, selectedStore.get);
