import { createElement, useSyncExternalStore } from 'react';
import { lateCode } from '../../lib/late-code.ts';

/** Loaded ahead of its use: nobody asks for the keys in the first seconds. */
export const keyHelp = lateCode(
  () => import('./key-help.tsx'),
  (module) => module.KeyHelp,
);

export const LateKeyHelp = () => {
  const KeyHelp = useSyncExternalStore(keyHelp.subscribe, keyHelp.get);
  return KeyHelp && createElement(KeyHelp);
};
