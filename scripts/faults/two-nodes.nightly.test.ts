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
  'a rolling restart of two nodes behind nginx, each taken out of it first as upgrading.md says, fails no call and ends each with 0',
  { tags: ['D-20', 'OPS-05'] },
  async () => {
    // A kept connection is ended by nginx when it reads its files anew, whoever is about to use it.
    const calls = await calling('new');
    for (const n of [0, 1]) {
      expect(await nodes.replace(n)).toEqual([0, 0]);
      await calls.more(SOME);
    }
    await calls.stop();
    expect(calls.failed()).toEqual([]);
  },
);

test(
  'nodes that are restarted without that fail no read; of each, one write may meet the port as it closes',
  { tags: ['D-20'] },
  async () => {
    const calls = await calling();
    for (const n of [0, 1]) {
      const before = calls.failed().length;
      expect(await Promise.all(APIS.map((api) => nodes.restart(api, n, 'SIGTERM')))).toEqual([0, 0]);
      await calls.more(SOME);
      // What the kernel holds ready when a port closes is lost with it; nginx repeats reads alone.
      expect(calls.failed().length - before).toBeLessThanOrEqual(APIS.length);
    }
    await calls.stop();
    expect(calls.failed().filter(({ method }) => method === 'GET')).toEqual([]);
  },
);

test(
  'of a node that is killed only the writes under way fail; every read is answered by the other',
  { tags: ['D-20', 'F60'] },
  async () => {
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
  },
);
