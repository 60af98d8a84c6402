import { expect, test, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

test('a vital part has to answer now, any other once; what does not answer is named', { tags: ['D-1A'] }, async () => {
  const there = { database: true, files: false };
  const check = (name: keyof typeof there) =>
    vi.fn(async () => {
      if (!there[name]) throw new Error('away');
    });
  const database = check('database');
  const ready = createReadiness([
    { name: 'database', vital: true, check: database },
    { name: 'files', vital: false, check: check('files') },
  ]);
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const later = () => {
    vi.advanceTimersByTime(1_001);
    return ready();
  };
  expect(await ready()).toEqual({ ready: false, missing: ['files'] });
  there.files = true;
  expect(await ready()).toEqual({ ready: false, missing: ['files'] });
  expect(database).toHaveBeenCalledTimes(1);
  expect(await later()).toEqual({ ready: true, missing: [] });
  there.files = false;
  expect(await later()).toEqual({ ready: true, missing: ['files'] });
  there.database = false;
  expect(await later()).toEqual({ ready: false, missing: ['database', 'files'] });
  vi.useRealTimers();
});
test('a part that never answers is missing, not waited for', { tags: ['D-1A'] }, async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const found = createReadiness([{ name: 'database', vital: true, check: () => new Promise(() => {}) }])();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await found).toEqual({ ready: false, missing: ['database'] });
  vi.useRealTimers();
});
test('a part that answered while the event loop was stalled is not missing', { tags: ['D-1A'] }, async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const found = createReadiness([{ name: 'database', vital: true, check: () => new Promise((resolve) => setImmediate(resolve)) }])();
  vi.advanceTimersByTime(3_000);
  expect(await found).toEqual({ ready: true, missing: [] });
  vi.useRealTimers();
});
