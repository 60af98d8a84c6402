import { useEffect, useSyncExternalStore } from 'react';
import { KeysSheet } from './keys-sheet.tsx';
import { keysSheet } from './sheet-state.ts';

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const onKeyDown = ({ key, target, ctrlKey, metaKey }: KeyboardEvent): void => {
  if (key === '?' && !ctrlKey && !metaKey && !(target instanceof Element && target.matches(FIELDS))) keysSheet.set(true);
};

/** Sheet of keyboard shortcuts. The `?` key opens it, except in a text field. */
export const KeyHelp = () => {
  const open = useSyncExternalStore(keysSheet.subscribe, keysSheet.get);
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return open && <KeysSheet onClose={() => keysSheet.set(false)} />;
};

/** Name and state of the sheet, for the menu that opens it. */
export { keysMessages } from './keys.messages.ts';
export { keysSheet } from './sheet-state.ts';
