import { findNginx } from '../test/find-nginx.ts';
import { keepCalling, type Met } from '../test/keep-calling.ts';
import { APIS, readsAndWrites, twoNodes } from '../test/two-nodes.ts';
import { gates } from './gates.ts';

const CALLS = 20_000;
const KILLS = 20;
const CALLERS = 16;
/** Calls between one fault and the next. */
const BETWEEN = 200;

type Nodes = Awaited<ReturnType<typeof twoNodes>>;
const callsOf = async ({ front, world }: Nodes, connections?: 'new') =>
  keepCalling(await readsAndWrites(front, world), CALLERS, connections);

/** What calls met that failed, and how many of them. */
const countsOf = (failed: readonly Met[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { method, what } of failed) counts[`${method} ${what}`] = (counts[`${method} ${what}`] ?? 0) + 1;
  return counts;
};

/** Both nodes of both APIs one after the other, over and over, until so many calls were answered. */
const restarts = async (nodes: Nodes, count: number, restart: (n: number) => Promise<(number | null)[]>, connections?: 'new') => {
  const calls = await callsOf(nodes, connections);
  const codes: (number | null)[] = [];
  while (calls.met.length < count)
    for (const n of [0, 1]) {
      codes.push(...(await restart(n)));
      await calls.more(BETWEEN);
    }
  await calls.stop();
  return {
    nodes: codes.length,
    calls: calls.met.length,
    failed: calls.failed().length,
    met: countsOf(calls.failed()),
    ended: [...new Set(codes)],
  };
};

const kills = async (nodes: Nodes, count: number) => {
  const calls = await callsOf(nodes);
  let mostOfOne = 0;
  for (let n = 0; n < count; n += 1) {
    const before = calls.failed().length;
    await nodes.restart(APIS[n % 2] ?? 'app-api', Math.floor(n / 2) % 2, 'SIGKILL');
    await calls.more(BETWEEN);
    mostOfOne = Math.max(mostOfOne, calls.failed().length - before);
  }
  await calls.stop();
  const failedReads = calls.failed().filter(({ method }) => method === 'GET').length;
  return {
    kills: count,
    calls: calls.met.length,
    failedReads,
    failedWrites: calls.failed().length - failedReads,
    mostOfOne,
    met: countsOf(calls.failed()),
  };
};

/**
 * Two nodes of each API behind nginx as deploy/nginx has it (D-20): rolling restarts as docs/operators/upgrading.md says until so many calls were
 * answered, each by a connection of its own (nginx ends kept ones when it reads its files anew), which may fail none of them; as many that do not take the node out of nginx first, which is a figure alone; and as many kills of one node
 * as are given, which may fail no read, and of writes those under way.
 */
export const benchNodes = async ([givenCalls, givenKills]: readonly string[] = []) => {
  const nodes = await twoNodes(findNginx());
  try {
    const calls = Number(givenCalls ?? CALLS);
    const told = <Figures extends object>(phase: string, figures: Figures): Figures => {
      console.error(JSON.stringify({ phase, ...figures }));
      return figures;
    };
    const takenOut = told('restarts', await restarts(nodes, calls, nodes.replace, 'new'));
    const killed = told('kills', await kills(nodes, Number(givenKills ?? KILLS)));
    const leftIn = await restarts(nodes, calls, (n) => Promise.all(APIS.map((api) => nodes.restart(api, n, 'SIGTERM'))));
    return {
      bench: 'nodes',
      callers: CALLERS,
      restarts: takenOut,
      restartsLeftInNginx: leftIn,
      kills: killed,
      gate: gates([
        ['calls that failed in restarts', takenOut.failed, 0],
        ['reads that failed in kills', killed.failedReads, 0],
        ['writes that failed with one kill', killed.mostOfOne, CALLERS],
      ]),
    };
  } finally {
    await nodes.close();
  }
};
