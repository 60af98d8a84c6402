import { beforeEach, expect, test, vi } from 'vitest';

const storage = new Map<string, string>();
let isFull = false;
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new Error('QuotaExceededError');
    storage.set(key, value);
  },
  removeItem: (key: string) => storage.delete(key),
});
vi.stubGlobal('addEventListener', () => {});
const { attempts } = await import('./attempt.ts');
const { emptySendForm, toPayload } = await import('./send-form.ts');

const real = { owner: 'p1', storeId: null, isTest: false };
const attempt = (key: string) => ({ key, at: 1, payload: toPayload(emptySendForm(new Date(0)), real) });
beforeEach(() => {
  isFull = false;
  storage.clear();
});

test('keeps the key of an attempt when storage is full', { tags: ['D-40'] }, () => {
  attempts.keep(real, attempt('older'));
  isFull = true;
  attempts.keep(real, attempt('newer'));
  expect(attempts.read(real)?.key).toBe('newer');
  attempts.drop(real);
  expect(attempts.read(real)).toBeNull();
});
test('reads the stored attempt once storage accepts writes again', { tags: ['D-40'] }, () => {
  isFull = true;
  attempts.keep(real, attempt('unstored'));
  isFull = false;
  attempts.keep(real, attempt('stored'));
  expect(attempts.read(real)?.key).toBe('stored');
});
test('keeps an attempt while a test, another store or another person stores and drops theirs', { tags: ['D-40'] }, () => {
  attempts.keep(real, attempt('real'));
  for (const other of [
    { ...real, isTest: true },
    { ...real, storeId: 's1' },
    { ...real, owner: 'p2' },
  ]) {
    expect(attempts.read(other)).toBeNull();
    attempts.keep(other, attempt('other'));
    attempts.drop(other);
  }
  expect(attempts.read(real)?.key).toBe('real');
});
