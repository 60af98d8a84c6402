import { API_FLAGS } from '../../launch/api-flags.ts';
import { freePort } from '../../../apps/server/src/platform/free-port.ts';
import type { DeliveryWorld } from '../../test/delivery-world.ts';
import { answerTimes, untilAnswered } from '../answer-times.ts';
import { processorSeconds } from '../processes.ts';
import { nth, rounded } from '../statistics.ts';
import { databaseSeconds } from './processor-time.ts';

const CALLS = 4_000;
const AT_ONCE = 16;
const PRIME = 7_919;

/** What phones call by these app APIs: calls a second, p95 in milliseconds, and microseconds of processor time a call. */
const measure = async ({ cluster }: DeliveryWorld, apis: readonly { port: number; pid: number }[], line: string, devices: number) => {
  const used = (): number => apis.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const calls = CALLS / apis.length;
  const ask = async (share: number): Promise<number[]> =>
    (
      await Promise.all(
        apis.map(({ port }, n) =>
          answerTimes({
            port,
            calls: Math.round(calls * share),
            connections: AT_ONCE / apis.length,
            head: (call) => `${line} HTTP/1.1\r\nauthorization: Bearer s${1 + ((call * PRIME + n * 31) % devices)}`,
          }),
        ),
      )
    ).flat();
  await untilAnswered(() => ask(0.2));
  const before = { apis: used(), database: databaseSeconds(cluster.postmaster()) };
  const startedAt = performance.now();
  const times = await untilAnswered(() => ask(1));
  const seconds = (performance.now() - startedAt) / 1000;
  const each = (taken: number): number => Math.round((taken / times.length) * 1e6);
  return {
    perSecond: Math.round(times.length / seconds),
    p95: rounded(nth(times, 0.95)),
    apiMicroseconds: each(used() - before.apis),
    databaseMicroseconds: each(databaseSeconds(cluster.postmaster()) - before.database),
  };
};

/** Inboxes and openings of what was sent to everybody, by one app API and by two. */
export const measureAppApis = async (world: DeliveryWorld, sent: string, devices: number) => {
  const apis: { port: number; pid: number }[] = [];
  const figures: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const count of ['one', 'two']) {
    const port = await freePort();
    const own = { ENDCAP_APP_PORT: String(port), ENDCAP_APP_RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' };
    apis.push({ port, pid: (await world.startProcess('app-api', own, API_FLAGS)).pid ?? 0 });
    figures[`inbox, ${count}`] = await measure(world, apis, 'GET /app/v1/notifications', devices);
    figures[`opened, ${count}`] = await measure(world, apis, `POST /app/v1/notifications/${sent}/opened`, devices);
  }
  return figures;
};
