import { beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('addEventListener', () => {});
vi.mock('./call-headers.ts', () => ({ callHeaders: () => ({ accept: 'application/json' }) }));
const { prefetch, takePrefetched } = await import('./prefetch.ts');

const signals: (AbortSignal | null | undefined)[] = [];
beforeEach(() => {
  signals.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    signals.push(init.signal);
    return new Response('{}');
  });
});

test('drops a prefetched response that is unused after 30 s, and aborts its request', { tags: ['ux-28'] }, () => {
  prefetch('/api/v1/nobody');
  vi.advanceTimersByTime(29_999);
  expect(signals[0]?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signals[0]?.aborted).toBe(true);
  expect(takePrefetched('/api/v1/nobody')).toBeUndefined();
});

test('returns a prefetched response once, and does not abort it afterwards', { tags: ['ux-28'] }, async () => {
  prefetch('/api/v1/list');
  const answer = takePrefetched('/api/v1/list');
  expect(takePrefetched('/api/v1/list')).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(signals[0]?.aborted).toBe(false);
  expect(await (await answer)?.json()).toEqual({});
});
