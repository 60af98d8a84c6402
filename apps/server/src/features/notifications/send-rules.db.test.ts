import { notificationRoutes } from '@endcap/contract/notifications';
import { settingsRoutes } from '@endcap/contract/settings';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aNotification, aStore, phones } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { startDuePlan } from '../../../test/sending.ts';
import { newId } from '../../platform/ids.ts';

const HOUR_MS = 3_600_000;
const DEVICES = { store: 4, everyone: 8 };
let world: FreshWorld;
let stores: { own: string; other: string };
let tokens: { staff: string; author: string; approver: string };
/** A notification that may have the quota of a day. */
let another: string;
beforeAll(async () => {
  world = await freshWorld();
  stores = { own: await aStore(world.db), other: await aStore(world.db) };
  await phones(world.db, { count: DEVICES.store, subscribed: [stores.own] });
  await phones(world.db, { count: DEVICES.everyone - DEVICES.store });
  tokens = {
    staff: await world.person('rules-staff', { storeId: stores.own }),
    author: await world.person('rules-author', { isAdmin: true }),
    approver: await world.person('rules-approver', { isAdmin: true }),
  };
  expect((await world.staff(settingsRoutes.save, { token: tokens.author, body: { sending: { weeklyLimit: 20 } } })).status).toBe(200);
  another = (await post('author', null)).body._id;
});
afterAll(() => world.close());

/** Rules that block sends at some moment. `above`: approval by number of devices; 0 is every send. */
type Rules = { quiet: boolean; reserved: boolean; mayStart: boolean; above: number | null };
type Who = 'staff' | 'author';
type Step = 'approve' | 'move' | 'start' | 'due';

const free: Rules = { quiet: false, reserved: false, mayStart: true, above: null };
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
/** All day but one minute, which is half a day away from now and from any start that is drawn. */
const quietHours = (): { quietFrom: string; quietUntil: string } => {
  const clock = (ms: number): string =>
    new Intl.DateTimeFormat('pl', { timeZone: 'Europe/Warsaw', hour: '2-digit', minute: '2-digit' }).format(new Date(Date.now() + ms));
  return { quietFrom: clock(12 * HOUR_MS + 60_000), quietUntil: clock(12 * HOUR_MS) };
};

const setRules = async ({ quiet, reserved, mayStart, above }: Rules): Promise<void> => {
  const sending = {
    weeklyLimit: null,
    ...(quiet ? quietHours() : { quietFrom: null, quietUntil: null }),
    safetyMessages: false,
    approval: above !== null,
    approvalAbove: above === 0 ? null : above,
    refuseKeptDays: reserved,
  };
  await sql`update settings set document = jsonb_set(document::jsonb, '{sending}', ${JSON.stringify(sending)}::jsonb)`.execute(world.db);
  for (const [person, isAdmin] of [
    ['rules-staff', false],
    ['rules-author', true],
  ] as const)
    await sql`
      insert into staff_rights (person, is_admin, store_id, as_of) values
        (${person}, ${isAdmin && mayStart}, ${mayStart ? (isAdmin ? null : stores.own) : stores.other}, clock_timestamp())
      on conflict (person) do update set is_admin = excluded.is_admin, store_id = excluded.store_id, as_of = excluded.as_of`.execute(
      world.db,
    );
};
/** Every day from yesterday to next week, while the settings refuse stores on reserved days. */
const reserveDays = async (): Promise<void> => {
  await sql`insert into kept_day (id, day, created_by, updated_by)
    select 'd' || n, (clock_timestamp() at time zone 'Europe/Warsaw')::date + n, 'x', 'x' from generate_series(-1, 7) n on conflict do nothing`.execute(
    world.db,
  );
};

const allows = ({ quiet, reserved, mayStart }: Rules, who: Who): boolean => mayStart && !quiet && !(reserved && who === 'staff');
const asks = ({ above }: Rules, who: Who): boolean => above !== null && (who === 'staff' ? DEVICES.store : DEVICES.everyone) > above;

const stateOf = async (id: string) =>
  (
    await sql<{ started: boolean; waits: boolean; waiting: boolean; revision: number }>`
      select exists (select from fan_out f where f.notification_id = n.id and f.state = 'expanding') as started,
        exists (select from fan_out_plan p where p.notification_id = n.id and p.waits_for is not null) as waits,
        exists (select from fan_out_plan p where p.notification_id = n.id and p.waits_for = 'approval') as waiting, n.revision
      from notification n where n.id = ${id}`.execute(world.db)
  ).rows[0] ?? { started: false, waits: false, waiting: false, revision: 0 };

const call = async (step: Exclude<Step, 'due'>, id: string, who: Who): Promise<boolean> => {
  const params = { notificationId: id };
  const token = tokens[who];
  const { revision } = await stateOf(id);
  const answers = {
    approve: () => world.staff(notificationRoutes.approve, { token: tokens.approver, params, body: { revision } }),
    move: () => world.staff(notificationRoutes.movePlan, { token, params, body: { startsAt: inHours(54) } }),
    start: () => world.staff(notificationRoutes.start, { token, params }),
  };
  return (await answers[step]()).status === 200;
};

const post = (who: Who, startsAt: string | null) =>
  world.staff(notificationRoutes.send, {
    token: tokens[who],
    body: aNotification({ includeStoreType: who === 'author' ? 'all' : '', validUntil: inHours(300), startsAt }),
  });
const startsAtOnce = async (id: string): Promise<void> => {
  await sql`update fan_out_plan set starts_at = clock_timestamp() where notification_id = ${id}`.execute(world.db);
  await startDuePlan(world);
};
const clear = async (): Promise<void> => {
  await sql`delete from fan_out_plan`.execute(world.db);
  await sql`delete from notification_quota`.execute(world.db);
};

type GoingOn = 'resume' | 'continue' | 'correct';
/** Brings a send to where the step can be taken: paused, stopped before anybody got it, or with a correction that waits for approval. */
const prepare: Record<GoingOn, (id: string, who: Who) => Promise<unknown>> = {
  resume: (id) =>
    sql`update fan_out set state = 'sending', finished_at = null, paused_at = clock_timestamp(), pause_reason = 'operator'
      where notification_id = ${id}`.execute(world.db),
  continue: async (id) => {
    // The outcome `stopped` of every phone.
    await sql`update fan_out_chunk set pending = 0, failed = cardinality(devices), failed_by = jsonb_build_object('stopped', cardinality(devices)),
      outcomes = decode(repeat('07', cardinality(devices)), 'hex') where notification_id = ${id}`.execute(world.db);
    await sql`update fan_out set state = 'stopped', finished_at = clock_timestamp(), paused_at = null, pause_reason = null
      where notification_id = ${id}`.execute(world.db);
  },
  correct: async (id, who) => {
    await sql`update fan_out set state = 'sending', finished_at = null where notification_id = ${id}`.execute(world.db);
    await setRules({ ...free, above: 0 });
    const message = { title: 'Poprawka', content: 'Jabłka po 3 zł', url: `https://example.com/${newId()}`, image: null };
    const { body } = await world.staff(notificationRoutes.correct, { token: tokens[who], params: { notificationId: id }, body: message });
    expect(body.correction, JSON.stringify(body)).toMatchObject({ state: 'waiting' });
  },
};
const goOn = async (step: GoingOn, id: string, who: Who) => {
  const params = { notificationId: id };
  const token = tokens[who];
  const { revision } = await stateOf(id);
  const answers = {
    resume: () => world.staff(notificationRoutes.resume, { token, params, query: { of: 'send' } }),
    continue: () => world.staff(notificationRoutes.continue, { token, params }),
    correct: () => world.staff(notificationRoutes.approve, { token: tokens.approver, params, body: { revision } }),
  };
  return (await answers[step]()).status;
};
/** Makes a send that has started, with one chunk that no worker has claimed. */
const aStartedSend = async (who: Who): Promise<string> => {
  await setRules(free);
  const { status, body } = await post(who, null);
  expect(status, JSON.stringify(body)).toBe(201);
  await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending)
    select ${body._id}, 0, min(seq), max(seq), array_agg(seq order by seq), decode(repeat('00', count(*)::int), 'hex'), count(*)
    from (select seq from device order by seq limit ${DEVICES.store}::int) d`.execute(world.db);
  await sql`update fan_out set state = 'sending', chunks = 1 where notification_id = ${body._id}`.execute(world.db);
  return body._id;
};
/** Gives the quota of its day to another notification, or back. */
const giveSlot = async (id: string, isTaken: boolean): Promise<void> => {
  await sql`update notification_quota set notification_id = ${isTaken ? another : id}`.execute(world.db);
};

const rules = fc.record({
  quiet: fc.boolean(),
  reserved: fc.boolean(),
  mayStart: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  above: fc.constantFrom(null, null, 0, 4, 8),
});
const going = fc.array(fc.record({ now: rules, isTaken: fc.boolean(), step: fc.constantFrom<GoingOn>('resume', 'continue', 'correct') }), {
  minLength: 1,
  maxLength: 4,
});
const later = fc.array(fc.record({ now: rules, step: fc.constantFrom<Step>('approve', 'move', 'start', 'due') }), {
  minLength: 1,
  maxLength: 4,
});

/** Plans it, or sends it at once; null where the rules of that moment refuse it. */
const make = async (first: Rules, { who, atOnce }: { who: Who; atOnce: boolean }): Promise<string | null> => {
  // A person's permissions are those that the identity provider returns for the request.
  await setRules({ ...first, mayStart: true });
  const { status, body } = await post(who, atOnce ? null : inHours(30));
  expect(status === 201, JSON.stringify(body)).toBe(allows({ ...first, mayStart: true }, who));
  if (status !== 201) return null;
  expect((await stateOf(body._id)).started).toBe(atOnce && !asks(first, who));
  return body._id;
};

test(
  'a send starts only if the current rules allow it, however they changed since it was planned, approved or moved',
  { tags: ['E-02', 'E-03', 'CARE-03', 'CARE-04', 'CARE-06'] },
  async () => {
    await reserveDays();
    const how = fc.record({ who: fc.constantFrom<Who>('staff', 'author'), atOnce: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(rules, how, later, async (first, made, steps) => {
        await clear();
        const { who } = made;
        const id = await make(first, made);
        if (id === null) return;
        let isApproved = false;
        for (const { now, step } of steps) {
          const before = await stateOf(id);
          if (before.started) return;
          await setRules(now);
          if (step === 'due') {
            await startsAtOnce(id);
            const mayStart = allows(now, who) && (isApproved || !asks(now, who));
            // A send that waits for a person does not start by itself.
            expect((await stateOf(id)).started, JSON.stringify(before)).toBe(mayStart && !before.waits);
          } else {
            const isTaken = await call(step, id, who);
            // An approval is given under the rights of the author, the other steps under those of the person who takes them.
            const may = allows(step === 'approve' ? now : { ...now, mayStart: true }, who);
            if (isTaken) expect(may, `${step} ${JSON.stringify(now)}`).toBe(true);
            if (isTaken && step === 'approve') isApproved = true;
            if (isTaken && step === 'move') isApproved = false;
            await setRules(now);
            await startDuePlan(world);
            const { started } = await stateOf(id);
            if (started) expect(allows(now, who) && (isApproved || !asks(now, who)), `${step} ${JSON.stringify(now)}`).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  },
);

test(
  'resuming and continuing follow the current rules, and approving a correction follows the rights of its author',
  { tags: ['E-02', 'E-03', 'CARE-03', 'CARE-06'] },
  async () => {
    await reserveDays();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom<Who>('staff', 'author'), going, async (who, steps) => {
        await clear();
        const id = await aStartedSend(who);
        for (const { now, isTaken, step } of steps) {
          await prepare[step](id, who);
          await giveSlot(id, isTaken);
          await setRules(now);
          // A correction is silent and takes no quota. The other steps count the rights of the person who takes them.
          const may = step === 'correct' ? now.mayStart : allows({ ...now, mayStart: true }, who) && !isTaken;
          expect((await goOn(step, id, who)) === 200, `${step} by ${who}, ${JSON.stringify({ ...now, isTaken })}`).toBe(may);
        }
      }),
      { numRuns: 40 },
    );
  },
);
