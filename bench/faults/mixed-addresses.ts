import { deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { checkInvariants } from './check-invariants.ts';
import { seeded } from '../../scripts/fuzz/random.ts';
import type { StepParams, StepResult } from './step.ts';

/** Addresses that are bad for good, and those that only take their time, each this share of all. */
const FOR_GOOD = ['always-wrongProject', 'always-badField', 'always-wrongPath', 'dead'];
const LATE = ['once-unavailable', 'always-slow'];
const SHARE = 0.07;
const arrangements = ['start', 'end', 'runs', 'spread'] as const;
const RUN = 700;

/** Which address the n-th phone has; the same for the same seed. */
const prefixes = (devices: number, arrangement: (typeof arrangements)[number], random: () => number): string[] => {
  const each = Math.floor(devices * SHARE);
  const kinds = [...FOR_GOOD, ...LATE];
  const bad = kinds.flatMap((prefix) => Array.from({ length: each }, () => prefix));
  const good = Array.from({ length: devices - bad.length }, () => 'token');
  if (arrangement === 'start') return [...bad, ...good];
  if (arrangement === 'end') return [...good, ...bad];
  const size = arrangement === 'spread' ? 1 : RUN;
  const runs: { key: number; run: string[] }[] = [];
  for (const list of [bad, good])
    for (let at = 0; at < list.length; at += size) runs.push({ key: random(), run: list.slice(at, at + size) });
  return runs.sort((a, b) => a.key - b.key).flatMap(({ run }) => run);
};

/**
 * Sends to a mix of addresses (D-01): 28 % fail permanently, in four ways, and 14 % are slow or fail at first. They stand together at the
 * start, at the end, in runs, or spread. Checks that each reachable phone gets one message, that only dead addresses are pruned, and that
 * nothing stops or pauses.
 */
export const mixedAddresses = async ({ devices, seed }: StepParams): Promise<StepResult> => {
  const random = seeded(seed);
  const world = await deliveryWorld({ devices });
  for (let n = 0; n < 2; n += 1) await world.startWorker();
  await world.behave({ slowMs: 300 });
  const each = Math.floor(devices * SHARE);
  const hurrying = setInterval(
    () =>
      void world.pool
        .query(
          `update fan_out_chunk set retry_at = now() where pending > 0 and lease_until is null;
           update push_project set probe_at = now() where down_since is not null`,
        )
        .catch(() => {}),
    1_000,
  );
  const broken: string[] = [];
  const seconds: Record<string, number> = {};
  const repeated: Record<string, number> = {};
  for (const id of arrangements) {
    await world.pool.query(
      `update device set push_kind = 'token', push_value = prefix || '-' || $2 || '-' || seq
       from (select row_number() over () as n, prefix from unnest($1::text[]) prefix) given where device.seq = given.n`,
      [prefixes(devices, id, random), id],
    );
    const startedAt = performance.now();
    await world.send(id);
    await world.finished(id);
    seconds[id] = Math.round((performance.now() - startedAt) / 100) / 10;
    const refused = (FOR_GOOD.length - 1) * each;
    broken.push(...(await checkInvariants(world, id, { devices, dead: each, refused, real: false })));
    const ledger = await world.ledger(id);
    repeated[id] = ledger.sends - ledger.devices;
    if (ledger.sends !== ledger.devices) broken.push(`${id}: ${repeated[id]} messages repeated`);
    await world.forgetLedger();
  }
  clearInterval(hurrying);
  await world.close();
  return { broken, devices, badForGood: SHARE * FOR_GOOD.length, messagesRepeated: repeated, secondsEach: seconds };
};
