import type { Brand } from '@endcap/contract/session';
import { useSyncExternalStore } from 'react';
import { config } from '../config.ts';
import { sharedValue } from './shared-value.ts';

const brand = sharedValue(config.brand);

/** Shows the brand of settings that were just saved. Other open pages show it after a reload. */
export const updateBrand = brand.set;

/** The chain's name and logo, or the product's name. */
export const useBrand = (): Brand => useSyncExternalStore(brand.subscribe, brand.get);
