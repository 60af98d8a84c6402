import { useSyncExternalStore } from 'react';
import { selectedStore } from './kept-store.ts';

export { selectedStore };

export const useSelectedStore = (): string | null => useSyncExternalStore(selectedStore.subscribe, selectedStore.get);
