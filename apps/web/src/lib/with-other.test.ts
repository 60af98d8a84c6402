import { expect, test } from 'vitest';
import { withOther } from './with-other.ts';

test('a value that a newer server sends is called by the general word', { tags: ['E-82'] }, () => {
  const words: Record<string, string> = { store: 'sklep' };
  expect(['store', 'kiosk', 'constructor', ''].map((kind) => withOther(words, kind, 'inne'))).toEqual(['sklep', 'inne', 'inne', 'inne']);
});
