import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('./call-headers.ts', () => ({ callHeaders: () => ({ accept: 'application/json' }) }));
const { askAhead, takeAnswer } = await import('./asked-ahead.ts');

const signals: (AbortSignal | null | undefined)[] = [];
beforeEach(() => {
  signals.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    signals.push(init.signal);
    return new Response('{}');
  });
});

test('an answer that was asked for ahead and that nobody took is let go of, also by the connection', { tags: ['ux-28'] }, () => {
  askAhead('/api/v1/nobody');
  vi.advanceTimersByTime(29_999);
  expect(signals[0]?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signals[0]?.aborted).toBe(true);
  expect(takeAnswer('/api/v1/nobody')).toBeUndefined();
});

test('one that was taken is left alone, and given once', { tags: ['ux-28'] }, async () => {
  askAhead('/api/v1/list');
  const answer = takeAnswer('/api/v1/list');
  expect(takeAnswer('/api/v1/list')).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(signals[0]?.aborted).toBe(false);
  expect(await (await answer)?.json()).toEqual({});
});
