import type { Brand } from '@endcap/contract/session';
import { useSyncExternalStore } from 'react';
import { config } from '../config.ts';

let current = config.brand;
const listeners = new Set<() => void>();

/** The settings were saved here; other pages learn it when they are loaded. */
export const tellBrand = (brand: Brand): void => {
  current = brand;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The chain's name and logo, or the product's name. */
export const useBrand = (): Brand => useSyncExternalStore(subscribe, () => current);
