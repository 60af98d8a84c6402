import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld, type DeliveryWorld } from '../../scripts/test/delivery-world.ts';
import { keepRunning } from './keep-running.ts';
import { seeded } from '../../scripts/fuzz/random.ts';
import type { StepParams, StepResult } from './step.ts';

const WORKERS = 2;
const LEASE_SECONDS = '3';
const DATABASE_KILLS = 2;
const LOOK_MS = 500;

type What = 'correct' | 'take-back';
type Sums = { pending: number; places: number; distinct: number; accepted: number; leases: number; open: number };

const sumsOf = async ({ pool }: DeliveryWorld): Promise<Sums | undefined> => {
  const { rows } = await pool
    .query<Sums>(
      `select coalesce(sum(c.pending), 0)::int as pending, coalesce(sum(cardinality(c.devices)), 0)::int as places, coalesce(sum(c.successful), 0)::int as accepted,
        (select count(distinct seq)::int from fan_out_chunk o join fan_out g using (notification_id), unnest(o.devices) seq where g.kind <> 'send') as distinct,
        count(c.lease_until)::int as leases, (select count(*)::int from fan_out where kind <> 'send' and state <> 'finished') as open
      from fan_out f join fan_out_chunk c on c.notification_id = f.notification_id where f.kind <> 'send'`,
    )
    .catch(() => ({ rows: [] }));
  return rows[0];
};

/** Repeats the request until the API accepts it (200) or reports that it was done already (409). */
const ask = async (adminUrl: string, token: string, id: string, what: What): Promise<void> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = what === 'correct' ? JSON.stringify({ title: 'Poprawka', content: 'Owoce i warzywa', url: null, image: null }) : null;
  for (;;) {
    const reply = await fetch(`${adminUrl}/api/v1/notification-editor/${id}/${what}`, { method: 'POST', headers, body }).catch(() => null);
    if (reply?.status === 200 || reply?.status === 409) return;
    await sleep(200);
  }
};

/** Corrects or takes back a send, half of it to iPhones, while workers and PostgreSQL are killed (RECALL-03). */
const followUp =
  (what: What) =>
  async ({ devices, seed }: StepParams): Promise<StepResult> => {
    const random = seeded(seed);
    const world = await deliveryWorld({ devices });
    await world.pool.query(`update device set platform = 'ios' where seq % 2 = 0`);
    const port = String(await freePort());
    const adminUrl = `http://127.0.0.1:${port}`;
    const workers = Array.from({ length: WORKERS }, () =>
      keepRunning(() => world.startWorker({ ENDCAP_PUSH_LEASE_SECONDS: LEASE_SECONDS })),
    );
    const api = keepRunning(() => world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: port }));
    await Promise.all([...workers, api].map((one) => one.ready()));
    await world.send('first');
    await world.finished('first');

    const startedAt = performance.now();
    await ask(adminUrl, await world.tokenOf('admin'), 'first', what);
    const killed = { worker: 0, database: 0 };
    let sums = await sumsOf(world);
    while (sums === undefined || sums.open > 0 || sums.pending > 0 || sums.places === 0) {
      await sleep(LOOK_MS + random() * LOOK_MS);
      if (workers[Math.floor(random() * WORKERS)]?.kill()) killed.worker += 1;
      if (sums && killed.database < DATABASE_KILLS && sums.accepted > (devices * (killed.database + 1)) / (DATABASE_KILLS + 1)) {
        process.kill(world.cluster.postmaster(), 'SIGKILL');
        killed.database += 1;
      }
      sums = await sumsOf(world);
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    await Promise.all([...workers, api].map((one) => one.stop()));
    const ledger = await world.ledger('first');
    const rules: [string, number, number][] = [
      ['phones in chunks', sums.places, devices],
      ['different phones in chunks', sums.distinct, devices],
      ['accepted', sums.accepted, devices],
      ['open leases', sums.leases, 0],
      ['phones that were sent to twice or not at all', ledger.sends - ledger.devices + devices - ledger.devices, 0],
      ['phones with the change', what === 'correct' ? ledger.corrected : ledger.takenBack, devices],
      ['phones that show something', ledger.shown, what === 'correct' ? devices : 0],
    ];
    await world.close();
    const broken = rules.filter(([, is, should]) => is !== should).map(([name, is, should]) => `${name}: ${is} instead of ${should}`);
    const messages = what === 'correct' ? ledger.changes.correct : ledger.changes.takeBack;
    return { broken, killed, devices, messagesRepeated: messages - devices, secondsWithFaults: seconds };
  };

export const corrections = followUp('correct');
export const takeBacks = followUp('take-back');
