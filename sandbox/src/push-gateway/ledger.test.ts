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

test('of a phone that is offline a message that removes another takes its place, and it shows nothing', { tags: ['RECALL-01'] }, () => {
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

test('a message that replaces another is no second one', { tags: ['RECALL-02'] }, () => {
  const ledger = createLedger();
  ledger.accept(copy);
  ledger.accept({ ...copy, action: 'correct' });
  expect(ledger.summary('n1')).toMatchObject({ devices: 1, sends: 1, shown: 1, visibleAtMost: 1, corrected: 1, changes: { correct: 1 } });
});

test('of a phone that is offline messages of four keys are kept', () => {
  const ledger = createLedger(() => 1_000);
  ledger.setOffline(['a'], true);
  for (const key of ['n1', 'n2', 'n3', 'n4', 'n4', 'n5']) ledger.accept({ ...copy, key, tag: key });
  expect(['n1', 'n2', 'n3', 'n4', 'n5'].map((key) => ledger.summary(key).shown)).toEqual([0, 1, 1, 1, 1]);
});
