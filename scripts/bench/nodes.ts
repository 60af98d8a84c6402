import { findNginx } from '../test/find-nginx.ts';
import { keepCalling } from '../test/keep-calling.ts';
import { APIS, readsAndWrites, twoNodes } from '../test/two-nodes.ts';
import { gates } from './gates.ts';

const CALLS = 20_000;
const KILLS = 20;
const CALLERS = 6;
/** Calls between one fault and the next. */
const BETWEEN = 200;

/**
 * Two nodes of each API behind nginx as deploy/nginx has it (D-20): rolling restarts until so many calls were answered, then as many kills of one
 * node as are given. A restart may fail no call, a kill no read.
 */
export const benchNodes = async ([givenCalls, givenKills]: readonly string[] = []) => {
  const [calls, kills] = [Number(givenCalls ?? CALLS), Number(givenKills ?? KILLS)];
  const nodes = await twoNodes(findNginx());
  try {
    const restarting = keepCalling(await readsAndWrites(nodes.front, nodes.world), CALLERS);
    const codes: (number | null)[] = [];
    while (restarting.met.length < calls)
      for (const n of [0, 1]) {
        codes.push(...(await Promise.all(APIS.map((api) => nodes.restart(api, n, 'SIGTERM')))));
        await restarting.more(BETWEEN);
      }
    await restarting.stop();
    const killing = keepCalling(await readsAndWrites(nodes.front, nodes.world), CALLERS);
    for (let n = 0; n < kills; n += 1) {
      await nodes.restart(APIS[n % 2] ?? 'app-api', Math.floor(n / 2) % 2, 'SIGKILL');
      await killing.more(BETWEEN);
    }
    await killing.stop();
    const reads = killing.failed().filter(({ method }) => method === 'GET').length;
    const restarts = { nodes: codes.length, calls: restarting.met.length, failed: restarting.failed().length, ended: [...new Set(codes)] };
    return {
      bench: 'nodes',
      restarts,
      kills: { kills, calls: killing.met.length, failedReads: reads, failedWrites: killing.failed().length - reads },
      gate: gates([
        ['calls that failed in restarts', restarts.failed, 0],
        ['reads that failed in kills', reads, 0],
      ]),
    };
  } finally {
    await nodes.close();
  }
};
