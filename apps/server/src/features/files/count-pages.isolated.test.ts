import type { FileStorage } from '../../platform/files/file-storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageCount } from './count-pages.ts';

const parser = vi.hoisted(() => ({ counts: [] as ({ pages: number } | { problem: string } | Error)[], calls: 0 }));
vi.mock('./file-parser.ts', async (original) => ({
  ...(await original<typeof import('./file-parser.ts')>()),
  countPages: async () => {
    const next = parser.counts[parser.calls];
    parser.calls += 1;
    if (next instanceof Error) throw next;
    return next;
  },
}));

const reference = `file:${'a'.repeat(32)}.pdf`;
const countWith = (...counts: typeof parser.counts) => {
  Object.assign(parser, { counts, calls: 0 });
  return createPageCount({ storage: {} as FileStorage });
};
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test.each(['tooSlow', 'tooComplex'])('a count that was %s is tried again after ten minutes', { tags: ['LINK-01'] }, async (problem) => {
  const pagesOf = countWith({ problem }, { pages: 8 });
  expect(await pagesOf(reference)).toBeNull();
  vi.advanceTimersByTime(599_000);
  expect(await pagesOf(reference)).toBeNull();
  vi.advanceTimersByTime(2_000);
  expect([await pagesOf(reference), await pagesOf(reference), parser.calls]).toEqual([8, 8, 2]);
});
test.each([[{ pages: 8 }], [{ problem: 'damaged' }]])(
  'a count that the file decides is made once: %j',
  { tags: ['LINK-01'] },
  async (found) => {
    const pagesOf = countWith(found);
    const first = await pagesOf(reference);
    vi.advanceTimersByTime(3_600_000);
    expect([await pagesOf(reference), parser.calls]).toEqual([first, 1]);
  },
);
test('a file whose storage is away is counted with the next call', { tags: ['LINK-01', 'D-24'] }, async () => {
  const pagesOf = countWith(new Error('away'), { pages: 8 });
  expect([await pagesOf(reference), await pagesOf(reference)]).toEqual([null, 8]);
});
