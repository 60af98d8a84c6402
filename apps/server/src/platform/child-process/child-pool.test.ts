import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { TaskHandlers } from '../../../test/task-child.ts';
import { createChildPool } from './child-pool.ts';

const LONG_MS = 60_000;
const poolOf = (atOnce = 1) =>
  createChildPool<TaskHandlers>({
    module: new URL('../../../test/task-child.ts', import.meta.url),
    atOnce,
    memoryMb: 256,
    heapMb: 128,
  });
const file = (bytes = 'abc') => ({ open: () => Readable.from([Buffer.from(bytes)]), withinMs: LONG_MS });
/** The child that a pool uses now. */
const pidOf = async (run: ReturnType<typeof poolOf>): Promise<number> => {
  const outcome = await run('count', { times: 1 }, file());
  return 'result' in outcome ? outcome.result.pid : 0;
};

test('a task gets the whole file and its options; the child is used again', { tags: ['E-26'] }, async () => {
  const run = poolOf();
  const large = { open: () => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(100_000))), withinMs: LONG_MS };
  const outcome = await run('count', { times: 2 }, large);
  expect(outcome).toEqual({ result: { bytes: 8_000_000, pid: expect.any(Number) } });
  expect(outcome).toMatchObject({ result: { pid: await pidOf(run) } });
});

test(
  'a child that does not end, fails or crashes is stopped alone, and the next file gets a new one',
  { tags: ['D-18', 'E-26'] },
  async () => {
    const run = poolOf();
    const first = await pidOf(run);
    expect(await run('spin', undefined, { ...file(), withinMs: 100 })).toEqual({ stopped: 'late' });
    expect(await pidOf(run)).not.toBe(first);
    expect(await run('throwError', undefined, file())).toEqual({ stopped: 'ended' });
    expect(await run('crash', undefined, file())).toEqual({ stopped: 'ended' });
    expect(await pidOf(run)).toBeGreaterThan(0);
  },
);

test.runIf(process.platform === 'linux')('a child that takes more memory than its limit is stopped', { tags: ['E-26'] }, async () => {
  const run = poolOf();
  const { stopped } = (await run('fill', undefined, file())) as { stopped: string };
  // The limit of the system may come first: then the child ends by itself.
  expect(['memory', 'ended']).toContain(stopped);
  expect(await pidOf(run)).toBeGreaterThan(0);
});

test('a file that cannot be read is an error of its storage, not of its content', { tags: ['E-26'] }, async () => {
  const run = poolOf();
  const away = new Error('The storage is away');
  const broken = async function* () {
    yield Buffer.from('a');
    throw away;
  };
  for (const open of [() => Promise.reject(away), () => Readable.from(broken())])
    await expect(run('count', { times: 1 }, { open, withinMs: LONG_MS })).rejects.toBe(away);
  expect(await run('count', { times: 1 }, file('abcd'))).toMatchObject({ result: { bytes: 4 } });
});

test('a cancelled task ends its child; the next one runs', { tags: ['E-26'] }, async () => {
  const run = poolOf();
  const cancel = new AbortController();
  const spinning = run('spin', undefined, { ...file(), signal: cancel.signal });
  const next = pidOf(run);
  cancel.abort();
  await expect(spinning).rejects.toThrow('abort');
  expect(await next).toBeGreaterThan(0);
});

test('a child gets no secrets of the environment', { tags: ['E-26'] }, async () => {
  const outcome = await poolOf()('seeEnvironment', undefined, file());
  const names = 'result' in outcome ? outcome.result : [];
  expect(names.filter((name) => !/^(NODE_CHANNEL_|MALLOC_|PWD$|OLDPWD$|SHLVL$|_$)/.test(name))).toEqual([]);
});

test('a child that cannot start is an error, not an answer', { tags: ['E-26'] }, async () => {
  const run = createChildPool<TaskHandlers>({ module: new URL('file:///nowhere/child.ts'), atOnce: 1, memoryMb: 256, heapMb: 128 });
  await expect(run('count', { times: 1 }, file())).rejects.toThrow('ended before it was ready');
});
