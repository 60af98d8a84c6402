import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { keysSheet } from './sheet-state.ts';

const KeysSheet = lazyPart(() => import('./keys-sheet.tsx').then((module) => module.KeysSheet));

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const onKeyDown = ({ key, target, ctrlKey, metaKey }: KeyboardEvent): void => {
  if (key === '?' && !ctrlKey && !metaKey && !(target instanceof Element && target.matches(FIELDS))) keysSheet.set(true);
};

/** The sheet of keys, by `?` wherever that is no text. */
export const KeyHelp = () => {
  const open = useSyncExternalStore(keysSheet.subscribe, keysSheet.get);
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return open && <KeysSheet onClose={() => keysSheet.set(false)} />;
};
