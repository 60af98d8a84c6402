import { expect, test, vi } from 'vitest';

vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('navigator', { onLine: true });
const { lazyAside } = await import('./lazy-part.tsx');

test('lazyAside loads the code of a component once, and only when the browser is idle', { tags: ['ux-28'] }, async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (call: () => void) => idle.push(call));
  const load = vi.fn(() => Promise.resolve({ Aside: () => null }));
  const part = lazyAside(load, (module) => module.Aside);
  const wanted = part.want();
  expect([load.mock.calls.length, idle.length]).toEqual([0, 1]);
  idle[0]?.();
  await wanted;
  expect(part.get()).not.toBeNull();
  await part.want();
  expect(load).toHaveBeenCalledTimes(1);
});
