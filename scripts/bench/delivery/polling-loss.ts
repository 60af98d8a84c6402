import { setTimeout as sleep } from 'node:timers/promises';
import { POLL_MS } from '@endcap/contract/notifications';
import type { DeliveryWorld } from '../../test/delivery-world.ts';
import { openPage } from './open-pages.ts';

const CLIENTS = 500;
/** Times with and without open pages, alternating within one stretch of sending: the machine's speed moves by more than what is measured. */
const PAIRS = 36;
const WINDOW_MS = 8_000;
/** Enough for a pair and its openings at any speed that this engine reaches. */
const PENDING_AT_LEAST = 600_000;

type Polled = { clients: number; losses: number[]; times: number[] };

/**
 * The share of the throughput that 500 open details pages cost, one figure a pair of times, and how long their answers
 * took, milliseconds. `world` has workers, a staff API at `port` and `devices` phones.
 */
export const pollingLoss = async (
  world: DeliveryWorld,
  { devices, port, authorization }: { devices: number; port: number; authorization: string },
): Promise<Polled> => {
  const sums = async () =>
    (
      await world.pool.query<{ done: number; pending: number; expanding: number }>(
        `select coalesce(sum(successful + failed), 0)::int as done, coalesce(sum(pending), 0)::int as pending,
           (select count(*)::int from fan_out where state = 'expanding') as expanding from fan_out_chunk`,
      )
    ).rows[0] ?? { done: 0, pending: 0, expanding: 0 };

  const sent: string[] = [];
  /** Sends until there is enough to do, and waits until the audiences are written. */
  const keepBusy = async (): Promise<void> => {
    const { pending } = await sums();
    for (let n = 0; pending + n * devices < PENDING_AT_LEAST; n += 1) {
      sent.push(`stream${sent.length}`);
      await world.send(sent.at(-1) ?? '');
    }
    while ((await sums()).expanding > 0) await sleep(100);
    // A ledger that grows slows the gateway down.
    await world.forgetLedger();
  };
  const perSecond = async (): Promise<number> => {
    const before = await sums();
    const startedAt = performance.now();
    await sleep(WINDOW_MS);
    const after = await sums();
    return (after.done - before.done) / ((performance.now() - startedAt) / 1000);
  };
  const times: number[] = [];
  const perSecondPolled = async (): Promise<number> => {
    // The newest is under way for as long as anything is.
    const path = `/api/v1/notification-editor/${sent.at(-1)}`;
    const pages: ReturnType<typeof openPage>[] = [];
    for (const startedAt = performance.now(); pages.length < CLIENTS; await sleep(5))
      while (pages.length < Math.min(CLIENTS, ((performance.now() - startedAt) / POLL_MS) * CLIENTS))
        pages.push(openPage({ port, path, authorization, everyMs: POLL_MS }));
    const value = await perSecond();
    await Promise.all(pages.map((page) => page.close()));
    times.push(...pages.flatMap((page) => page.times));
    return value;
  };

  await keepBusy();
  await perSecondPolled();
  const losses: number[] = [];
  for (let n = 0; n < PAIRS; n += 1) {
    await keepBusy();
    // Each kind goes first in turn, so that a machine that slows down favours neither.
    const before = n % 2 === 0 ? await perSecond() : null;
    const polled = await perSecondPolled();
    losses.push(1 - polled / (before ?? (await perSecond())));
  }
  for (const id of sent) await world.finished(id);
  await world.forgetLedger();
  return { clients: CLIENTS, losses, times };
};
