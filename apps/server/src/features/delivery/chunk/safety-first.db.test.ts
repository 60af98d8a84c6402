import { settingsRoutes } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aStore, phones } from '../../../../test/builders.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { expandNext } from '../expand/expand-fan-out.repository.ts';
import { openFanOuts } from './open-fan-outs.repository.ts';
import { insertFollowUp } from '../accept/follow-up.repository.ts';
import { gatherNext } from '../expand/gather-fan-out.repository.ts';

const scene = sendingScene();
const endings = { stopped: async () => {}, nothingSent: async () => {} };

test('safety messages are expanded first, and they and their follow-ups are sent first', { tags: ['CARE-05'] }, async () => {
  const { world, admin, send } = scene;
  const { db } = world;
  const allowed = await world.staff(settingsRoutes.save, { token: admin, body: { sending: { safetyMessages: true } } });
  expect(allowed.status).toBe(200);
  const store = await aStore(db);
  await phones(db, { subscribed: [store], count: 3 });
  const everyone = { includeStoreType: 'all' };
  const warning = { safety: true, confirmation: 'OSTRZEGAM' };
  const [all, own] = [await send(everyone), await send({}, store)];
  const [safety, ownSafety] = [await send({ ...everyone, ...warning }), await send(warning, store)];
  const names = new Map([
    [all, 'all'],
    [own, 'own'],
    [safety, 'safety'],
    [ownSafety, 'own safety'],
  ]);
  const expand = (): Promise<boolean> => inTransaction(db, (trx) => expandNext(trx, endings));
  await expand();
  await expand();
  const found = await db.selectFrom('fanOut').where('chunks', '>', 0).select('notificationId').execute();
  expect(found.map(({ notificationId }) => names.get(notificationId)).toSorted()).toEqual(['own safety', 'safety']);
  while (await expand());
  const ranks = async () => (await openFanOuts(db)).map((rank) => rank.map((id) => names.get(id) ?? id));
  expect(await ranks()).toEqual([['own safety'], ['safety'], ['own'], ['all']]);

  // The recall of an ordinary message waits for the safety message as well; the recall of a safety message does not.
  await sql`update fan_out_chunk set outcomes = decode('010101', 'hex'), pending = 0, successful = 3 where notification_id in (${all}, ${ownSafety})`.execute(
    db,
  );
  for (const id of [all, ownSafety]) await insertFollowUp(db, id, 'recall');
  while (await inTransaction(db, gatherNext));
  const { rows } = await sql<{ id: string; of: string }>`
    select notification_id as id, of_notification as of from fan_out where kind = 'recall'`.execute(db);
  for (const { id, of } of rows) names.set(id, `recall of ${names.get(of)}`);
  expect(await ranks()).toEqual([['recall of own safety'], ['safety'], ['recall of all'], ['own']]);
});

test(
  'the follow-up of a safety message copies its phones first, even a correction before the recall of another send',
  { tags: ['CARE-05'] },
  async () => {
    const { world, admin, send } = scene;
    const { db } = world;
    await world.staff(settingsRoutes.save, { token: admin, body: { sending: { safetyMessages: true } } });
    await phones(db, { count: 3 });
    const [all, safety] = [await send(), await send({ safety: true, confirmation: 'OSTRZEGAM' })];
    while (await inTransaction(db, (trx) => expandNext(trx, endings)));
    await sql`update fan_out_chunk set outcomes = decode('010101', 'hex'), pending = 0, successful = 3`.execute(db);
    await insertFollowUp(db, all, 'recall');
    await insertFollowUp(db, safety, 'correct');
    const found = async () => {
      expect(await inTransaction(db, gatherNext)).toBe(true);
      return (
        await db.selectFrom('fanOut').where('kind', '!=', 'send').where('state', '!=', 'gathering').select('ofNotification').execute()
      ).map(({ ofNotification }) => (ofNotification === safety ? 'safety' : 'all'));
    };
    expect(await found()).toEqual(['safety']);
    expect(await found()).toEqual(['safety', 'safety']);
  },
);
