import { expect, test } from 'vitest';
import { createLedger } from './ledger.ts';

const copy = { key: 'n1', address: 'a', tag: 'n1', ttlSeconds: 60 };

test('counts the visible notifications of a phone by tag, also after another phone was refused', () => {
  const ledger = createLedger();
  ledger.refuse('n1', 'dead');
  ledger.accept(copy);
  ledger.accept(copy);
  expect(ledger.summary('n1')).toMatchObject({ devices: 1, sends: 2, visibleAtMost: 1, dead: 1 });
  ledger.accept({ ...copy, tag: 'other' });
  expect(ledger.summary('n1').visibleAtMost).toBe(2);
});

test('an offline phone shows nothing once a removal has replaced the stored message', { tags: ['RECALL-01'] }, () => {
  const ledger = createLedger(() => 1_000);
  ledger.setOffline(['a'], true);
  ledger.accept(copy);
  ledger.accept({ ...copy, action: 'takeBack' });
  ledger.setOffline(['a'], false);
  expect(ledger.summary('n1')).toMatchObject({ devices: 1, sends: 1, shown: 0, visibleAtMost: 0, takenBack: 1, changes: { takeBack: 1 } });
  // A copy that comes later is shown again, as a phone would.
  ledger.accept(copy);
  expect(ledger.summary('n1')).toMatchObject({ shown: 1, takenBack: 0 });
});

test('does not count a correction as a second notification', { tags: ['RECALL-02'] }, () => {
  const ledger = createLedger();
  ledger.accept(copy);
  ledger.accept({ ...copy, action: 'correct' });
  expect(ledger.summary('n1')).toMatchObject({ devices: 1, sends: 1, shown: 1, visibleAtMost: 1, corrected: 1, changes: { correct: 1 } });
});

test('keeps messages of four keys for an offline phone', () => {
  const ledger = createLedger(() => 1_000);
  ledger.setOffline(['a'], true);
  for (const key of ['n1', 'n2', 'n3', 'n4', 'n4', 'n5']) ledger.accept({ ...copy, key, tag: key });
  expect(['n1', 'n2', 'n3', 'n4', 'n5'].map((key) => ledger.summary(key).shown)).toEqual([0, 1, 1, 1, 1]);
});
