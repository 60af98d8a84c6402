import { createElement, useSyncExternalStore } from 'react';
import { lateCode } from '../../lib/late-code.ts';

/** Loads the key help separately from the page: it is not opened in the first seconds. */
export const keyHelp = lateCode(
  () => import('./key-help.tsx'),
  (module) => module.KeyHelp,
);

export const LateKeyHelp = () => {
  const KeyHelp = useSyncExternalStore(keyHelp.subscribe, keyHelp.get);
  return KeyHelp && createElement(KeyHelp);
};
