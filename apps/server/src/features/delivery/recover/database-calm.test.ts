import { expect, test } from 'vitest';
import { createCalm } from './database-calm.ts';

test('a statement that takes a third of a lease, done or not, and an error spoil the calm for a lease', { tags: ['D-02'] }, async () => {
  let at = 0;
  const calm = createCalm(30_000, () => at);
  expect(calm.isCalm()).toBe(true);
  await calm.during(async () => {
    at += 9_000;
  });
  expect(calm.isCalm()).toBe(true);
  const waiting = Promise.withResolvers<void>();
  const asked = calm.during(() => waiting.promise);
  at += 11_000;
  expect(calm.isCalm()).toBe(false);
  at += 40_000;
  waiting.resolve();
  await asked;
  expect(calm.isCalm()).toBe(false);
  at += 30_001;
  expect(calm.isCalm()).toBe(true);
  calm.troubled();
  expect(calm.isCalm()).toBe(false);
});

test('two statements of one moment are watched one by one', { tags: ['D-02'] }, async () => {
  let at = 0;
  const calm = createCalm(30_000, () => at);
  const stuck = Promise.withResolvers<void>();
  const asked = calm.during(() => stuck.promise);
  await calm.during(async () => {});
  at += 11_000;
  expect(calm.isCalm()).toBe(false);
  stuck.resolve();
  await asked;
});
