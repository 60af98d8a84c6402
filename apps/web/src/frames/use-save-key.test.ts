import { expect, test } from 'vitest';
import { isSaveKey } from './use-save-key.ts';

const press = (key: string, modifiers: Partial<Parameters<typeof isSaveKey>[0]> = {}) =>
  isSaveKey({ ctrlKey: false, metaKey: false, key, ...modifiers });

test('Ctrl+S and ⌘S save, with Caps Lock or Shift too; S alone and other keys do not', { tags: ['ux-26'] }, () => {
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
    expect([press('s', modifiers), press('S', modifiers)], JSON.stringify(modifiers)).toEqual([true, true]);
    expect([press('a', modifiers), press('Enter', modifiers)], JSON.stringify(modifiers)).toEqual([false, false]);
  }
  expect([press('s'), press('S')]).toEqual([false, false]);
});
