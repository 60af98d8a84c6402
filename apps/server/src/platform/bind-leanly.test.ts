import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindLeanly } from './bind-leanly.ts';

const nodes = AsyncResource.prototype.bind;
const context = new AsyncLocalStorage<string>();
const seen = function (this: unknown, ...args: unknown[]) {
  return { context: context.getStore(), self: this, args };
};
const whole = (): unknown[] => {
  const self = { its: 'own' };
  const bound = context.run('where it was bound', () => new AsyncResource('Test').bind(seen));
  const fixed = context.run('where it was bound', () => AsyncResource.bind(seen, 'Test', self));
  return context.run('where it is called', () => [
    bound(1, 2),
    bound.call(self, 3),
    fixed.call('somebody', 4),
    AsyncLocalStorage.bind(seen)(5),
    context.getStore(),
  ]);
};

describe('a lean bind', () => {
  let before: unknown[];
  beforeAll(() => {
    before = whole();
    bindLeanly();
  });
  afterAll(() => {
    AsyncResource.prototype.bind = nodes;
  });

  test("keeps what Node's own keeps: context, this, arguments and result", () => {
    expect(AsyncResource.prototype.bind).not.toBe(nodes);
    expect(whole()).toEqual(before);
    expect(before[0]).toEqual({ context: 'where it was bound', self: undefined, args: [1, 2] });
  });

  test('lets errors through and restores the context', () => {
    const bound = new AsyncResource('Test').bind(() => {
      throw new Error('from inside');
    });
    context.run('outside', () => {
      expect(bound).toThrow('from inside');
      expect(context.getStore()).toBe('outside');
    });
  });
});
