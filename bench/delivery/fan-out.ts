import { median, rounded } from '../statistics.ts';
import { processorSeconds, residentMegabytes } from '../processes.ts';
import { deliveryWorld, type DeliveryWorld } from '../../scripts/test/delivery-world.ts';
import type { LoopResult } from './loop.ts';
import { startLoop } from './loop-process.ts';

const RUNS = 3;
const LATENCY_MS = 100;
/** In flight = rate × latency: ten sessions of 100 streams for 10,000/s at 100 ms. */
const SESSIONS = { quick: 2, slow: 10 };
const FEWEST_LOOP_MESSAGES = 50_000;

type Run = LoopResult & { megabytes: number };

const run = async (world: DeliveryWorld, id: string, devices: number, pid: number | undefined): Promise<Run> => {
  let megabytes = 0;
  const used = processorSeconds(pid);
  const startedAt = performance.now();
  await world.send(id);
  await world.finished(id, () => {
    megabytes = Math.max(megabytes, residentMegabytes(pid));
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const microseconds = ((processorSeconds(pid) - used) / devices) * 1e6;
  const ledger = await world.ledger(id);
  if (ledger.devices !== devices || ledger.sends !== devices) throw new Error(`The ledger disagrees: ${JSON.stringify(ledger)}`);
  await world.forgetLedger();
  return { perSecond: devices / seconds, microseconds, megabytes };
};

/**
 * One worker sending to `devices` (default 200,000) with fsync over TLS HTTP/2, three times without latency and once with
 * 100 ms; beside each a bare loop and the vendor's SDK against the same gateway, each in a process that lives as long.
 */
export const benchFanOut = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 200_000);
  // The gateway stores every phone and slows down with their number, which has to affect the bare loop as well.
  const loopMessages = Math.max(FEWEST_LOOP_MESSAGES, Math.round(devices / 2));
  const world = await deliveryWorld({ devices });
  const { pid } = await world.startWorker();
  const bareLoop = startLoop('bare');
  const sdkLoop = startLoop('firebaseAdmin');
  const { gateway } = world;

  const runs: Run[] = [];
  const bare: LoopResult[] = [];
  const sdk: LoopResult[] = [];
  for (let n = 1; n <= RUNS; n += 1) {
    bare.push(await bareLoop.run({ gateway, messages: loopMessages, parallel: SESSIONS.quick }));
    await world.forgetLedger();
    runs.push(await run(world, `quick${n}`, devices, pid));
    sdk.push(await sdkLoop.run({ gateway, messages: loopMessages, parallel: SESSIONS.quick }));
    await world.forgetLedger();
  }

  await world.behave({ latencyMs: LATENCY_MS });
  const slowBare = await bareLoop.run({ gateway, messages: FEWEST_LOOP_MESSAGES, parallel: SESSIONS.slow });
  const slow = await run(world, 'slow', devices, pid);
  const slowSdk = await sdkLoop.run({ gateway, messages: FEWEST_LOOP_MESSAGES, parallel: SESSIONS.slow });
  for (const loop of [bareLoop, sdkLoop]) loop.stop();
  await world.close();

  const of = (key: keyof Run): number => median(runs.map((one) => one[key]));
  return {
    bench: 'fanout',
    runs: RUNS,
    devices,
    messagesPerSecond: Math.round(of('perSecond')),
    bareLoopPerSecond: Math.round(median(bare.map((one) => one.perSecond))),
    shareOfBare: rounded(median(runs.map((one, n) => one.perSecond / (bare[n]?.perSecond ?? 1)))),
    processorMicroseconds: rounded(of('microseconds')),
    bareMicroseconds: rounded(median(bare.map((one) => one.microseconds))),
    firebaseAdminMicroseconds: rounded(median(sdk.map((one) => one.microseconds))),
    shareOfFirebaseAdmin: rounded(median(runs.map((one, n) => one.microseconds / (sdk[n]?.microseconds ?? 1)))),
    firebaseAdminPerSecond: Math.round(median(sdk.map((one) => one.perSecond))),
    withLatency: {
      milliseconds: LATENCY_MS,
      messagesPerSecond: Math.round(slow.perSecond),
      barePoolPerSecond: Math.round(slowBare.perSecond),
      firebaseAdminPerSecond: Math.round(slowSdk.perSecond),
    },
    workerResidentMegabytes: Math.round(Math.max(slow.megabytes, ...runs.map((one) => one.megabytes))),
  };
};
