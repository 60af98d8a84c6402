import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { checkInvariants } from './check-invariants.ts';
import type { StepParams, StepResult } from './step.ts';

const DEVICES = 20_000;
const DEAD = 200;
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

/**
 * F21, F28..F30, F33: every kind of answer that a push service has given, mixed by the seed: 503 after delivering, 429
 * with each form of Retry-After, GOAWAY, resets, silence, garbage, slowness, tokens withdrawn.
 */
export const gatewayFaults = async ({ seed }: StepParams): Promise<StepResult> => {
  const world = await deliveryWorld({ devices: DEVICES, dead: DEAD });
  const workers = [await world.startWorker(), await world.startWorker()];
  await world.behave({
    seed,
    mix: {
      unavailable: 0.01,
      unavailableAfterDelivery: 0.01,
      internal: 0.005,
      quota: 0.01,
      drop: 0.003,
      refuseStream: 0.01,
      disconnect: 0.0005,
      silent: 0.001,
      garbage: 0.003,
      html: 0.003,
      noName: 0.003,
      huge: 0.0005,
      slow: 0.005,
      unauthenticated: 0.002,
    },
    retryAfters: ['1', null, inSeconds(3), '0', '-1', '5'],
    goawayEvery: 1_000,
    latencyMs: 5,
  });
  const withdrawing = setInterval(() => void fetch(`${world.sandbox.gatewayControlUrl}/withdraw-tokens`, { method: 'POST' }), 3_000);
  // Retries wait for ten seconds and more, and a 429 without Retry-After for a minute; the bench lets a second count for ten.
  const hurrying = setInterval(
    () =>
      void world.pool
        .query(
          `update fan_out_chunk set retry_at = retry_at - interval '9 seconds' where pending > 0 and lease_until is null and retry_at > now()`,
        )
        .catch(() => {}),
    1_000,
  );
  await world.send('faulty');
  await world.finished('faulty');
  clearInterval(withdrawing);
  clearInterval(hurrying);
  const broken = await checkInvariants(world, 'faulty', { devices: DEVICES, dead: DEAD, real: false });
  if (workers.some((worker) => worker.exitCode !== null || worker.signalCode !== null)) broken.push('a worker ended');
  const { sends, devices: reached } = await world.ledger('faulty');
  await world.close();
  return { broken, devices: DEVICES, messagesRepeated: sends - reached };
};
