import { expect, test } from 'vitest';
import { isSaveKey } from './use-save-key.ts';

const press = (key: string, held: Partial<Parameters<typeof isSaveKey>[0]> = {}) =>
  isSaveKey({ ctrlKey: false, metaKey: false, key, ...held });

test('Ctrl+S and ⌘S save, with Caps Lock or Shift too; S alone and other keys do not', { tags: ['ux-26'] }, () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    expect([press('s', held), press('S', held)], JSON.stringify(held)).toEqual([true, true]);
    expect([press('a', held), press('Enter', held)], JSON.stringify(held)).toEqual([false, false]);
  }
  expect([press('s'), press('S')]).toEqual([false, false]);
});
