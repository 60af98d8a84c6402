import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { keepCalling } from '../test/keep-calling.ts';
import { APIS, readsAndWrites, twoNodes } from '../test/two-nodes.ts';

let nodes: Awaited<ReturnType<typeof twoNodes>>;
beforeAll(async () => {
  nodes = await twoNodes(inject('nginx'));
});
afterAll(() => nodes.close());

const SOME = 60;
const CALLERS = 6;
const calling = async (connections?: 'new') => {
  const calls = keepCalling(await readsAndWrites(nodes.front, nodes.world), CALLERS, connections);
  onTestFinished(calls.stop);
  await calls.more(SOME);
  return calls;
};

test(
  'a rolling restart that takes each node out of nginx first, as in upgrading.md, fails no call',
  { tags: ['D-20', 'OPS-05'] },
  async () => {
    // New connections only: a reload of nginx closes kept-alive connections, even just before a request.
    const calls = await calling('new');
    for (const n of [0, 1]) {
      expect(await nodes.replace(n)).toEqual([0, 0]);
      await calls.more(SOME);
    }
    await calls.stop();
    expect(calls.failed()).toEqual([]);
  },
);

test('a restart of nodes that nginx still uses fails no read, and at most one write per process', { tags: ['D-20'] }, async () => {
  const calls = await calling();
  for (const n of [0, 1]) {
    const before = calls.failed().length;
    expect(await Promise.all(APIS.map((api) => nodes.restart(api, n, 'SIGTERM')))).toEqual([0, 0]);
    await calls.more(SOME);
    // Connections in the kernel's accept queue are lost when a port closes; nginx retries only reads.
    expect(calls.failed().length - before).toBeLessThanOrEqual(APIS.length);
  }
  await calls.stop();
  expect(calls.failed().filter(({ method }) => method === 'GET')).toEqual([]);
});

test('a killed node fails only the writes in flight, and the other node answers every read', { tags: ['D-20', 'F60'] }, async () => {
  const calls = await calling();
  for (const n of [0, 1])
    for (const api of APIS) {
      const before = calls.failed().length;
      await nodes.restart(api, n, 'SIGKILL');
      await calls.more(SOME);
      // One call at a time of each caller, and two of five are writes.
      expect(calls.failed().length - before).toBeLessThanOrEqual(6);
    }
  await calls.stop();
  expect(calls.failed().filter(({ method }) => method === 'GET')).toEqual([]);
});
