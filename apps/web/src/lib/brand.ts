import type { Brand } from '@endcap/contract/session';
import { useSyncExternalStore } from 'react';
import { config } from '../config.ts';
import { sharedValue } from './shared-value.ts';

const brand = sharedValue(config.brand);

/** The settings were saved here; other pages learn it when they are loaded. */
export const tellBrand = brand.set;

/** The chain's name and logo, or the product's name. */
export const useBrand = (): Brand => useSyncExternalStore(brand.subscribe, brand.get);
