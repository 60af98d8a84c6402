import type { ChildProcess } from 'node:child_process';
import type { DeliveryWorld } from '../../test/delivery-world.ts';
import { processorSeconds } from '../processes.ts';
import { rounded } from '../statistics.ts';
import { databaseSeconds } from './processor-time.ts';

/** A send to everybody by these workers: messages a second, and microseconds of processor time a message of all workers and of PostgreSQL. */
const send = async ({ pool, cluster, ...world }: DeliveryWorld, workers: readonly ChildProcess[], id: string) => {
  const used = (): number => workers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const before = { workers: used(), database: databaseSeconds(cluster.postmaster()) };
  const startedAt = performance.now();
  await world.send(id);
  await world.finished(id);
  const seconds = (performance.now() - startedAt) / 1000;
  const { rows } = await pool.query<{ messages: number }>(
    'select sum(successful)::int as messages from fan_out_chunk where notification_id = $1',
    [id],
  );
  const messages = rows[0]?.messages ?? 1;
  const each = (taken: number): number => rounded((taken / messages) * 1e6);
  await world.forgetLedger();
  return {
    messagesPerSecond: Math.round(messages / seconds),
    workerMicroseconds: each(used() - before.workers),
    databaseMicroseconds: each(databaseSeconds(cluster.postmaster()) - before.database),
  };
};

/** One worker, then two for the same push project. */
export const measureWorkers = async (world: DeliveryWorld) => {
  const first = await world.startWorker();
  await send(world, [first], 'warm');
  const one = await send(world, [first], 'one');
  const second = await world.startWorker();
  const two = await send(world, [first, second], 'two');
  for (const worker of [first, second]) worker.kill();
  return { one, two };
};
