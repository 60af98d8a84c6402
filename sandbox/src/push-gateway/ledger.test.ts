import { expect, test } from 'vitest';
import { createLedger } from './ledger.ts';

const copy = { key: 'n1', address: 'a', tag: 'n1', ttlSeconds: 60 };

test('what a phone shows is counted by the tags of its copies, whatever was refused before the first', () => {
  const ledger = createLedger();
  ledger.refuse('n1', 'dead');
  ledger.accept(copy);
  ledger.accept(copy);
  expect(ledger.summary('n1')).toMatchObject({ devices: 1, sends: 2, visibleAtMost: 1, dead: 1 });
  ledger.accept({ ...copy, tag: 'other' });
  expect(ledger.summary('n1').visibleAtMost).toBe(2);
});
