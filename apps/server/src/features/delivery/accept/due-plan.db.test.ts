import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendingScene } from '../../../../test/sending-scene.ts';
import type { BlockingRule } from '../delivery.tables.ts';
import { blockPlan, lockDuePlan } from './plan.repository.ts';

const MINUTE = 60_000;
const scene = sendingScene();

test('a start that is a moment late counts as on time, a later one rings at its actual start', { tags: ['CARE-03'] }, async () => {
  const { db } = scene.world;
  const id = await scene.send({ startsAt: new Date(Date.now() + 3_600_000).toISOString() });
  /** Milliseconds from the planned start to the instant at which phones ring. */
  const heardAfter = async (ago: string): Promise<number> => {
    await sql`update fan_out_plan set starts_at = clock_timestamp() - ${ago}::interval where notification_id = ${id}`.execute(db);
    const { startsAt } = await db.selectFrom('fanOutPlan').select('startsAt').executeTakeFirstOrThrow();
    const due = await lockDuePlan(db);
    return (due?.audibleAt.getTime() ?? 0) - startsAt.getTime();
  };
  // A machine that is busy may take its time between the two.
  expect(await heardAfter('1 second')).toBeLessThan(MINUTE);
  expect(await heardAfter('20 minutes')).toBeGreaterThanOrEqual(19 * MINUTE);
});
test('a rule of a plugin can block a plan', { tags: ['E-02'] }, async () => {
  const { db } = scene.world;
  const id = await scene.send({ startsAt: new Date(Date.now() + 2 * 86_400_000).toISOString() });
  await blockPlan(db, id, 'publicHoliday' as BlockingRule);
  const plan = await db.selectFrom('fanOutPlan').where('notificationId', '=', id).select(['waitsFor', 'heldBy']).executeTakeFirst();
  expect(plan).toEqual({ waitsFor: 'late', heldBy: 'publicHoliday' });
});
