import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aNotification } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { isSent, sentBefore } from '../../../test/past-sends.ts';
import { notificationsFor } from './valid-notification.repository.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

/** An instant that nothing else happens at. */
const moment = async (): Promise<Date> => {
  await sleep(5);
  const at = new Date();
  await sleep(5);
  return at;
};
const seenAt = async (at: Date): Promise<(string | null)[][]> =>
  (await notificationsFor(world.db, null, { from: at, until: at, at, now: new Date(), most: 10 })).map(({ title, content, url }) => [
    title,
    content,
    url,
  ]);

test(
  'a view of the past shows the text of its time, and no messages that were taken back by then',
  { tags: ['PREV-06', 'RECALL-01', 'RECALL-02'] },
  async () => {
    const path = '/api/v1/notification-editor';
    const sent = await world.staff(`POST ${path}`, { token: admin, body: aNotification({ url: 'https://sklep.pl' }) });
    const id = (sent.body as { _id: string })._id;
    await isSent(world.db, id, 1);
    const asSent = await moment();
    const body = { title: 'Poprawka', content: 'Jabłka po 3 zł', url: null, image: null };
    expect((await world.staff(`POST ${path}/${id}/correct`, { token: admin, body })).status).toBe(200);
    const asCorrected = await moment();
    expect((await world.staff(`POST ${path}/${id}/take-back`, { token: admin })).status).toBe(200);
    const afterwards = await moment();
    expect(await seenAt(asSent)).toEqual([['Promocja', 'Jabłka po 2 zł', 'https://sklep.pl']]);
    expect(await seenAt(asCorrected)).toEqual([['Poprawka', 'Jabłka po 3 zł', null]]);
    expect(await seenAt(afterwards)).toEqual([]);
  },
);

test('a second take-back keeps the time of the first one and has a revision of its own', { tags: ['RECALL-01'] }, async () => {
  const path = '/api/v1/notification-editor';
  const id = await sentBefore(world.db, { at: new Date(), validUntil: new Date('2091-01-01') });
  await isSent(world.db, id, 1);
  const takeBack = () => world.staff(`POST ${path}/${id}/take-back`, { token: admin });
  const first = await takeBack();
  await moment();
  await sql`update fan_out set state = 'cancelled' where of_notification = ${id} and kind = 'recall'`.execute(world.db);
  const second = await takeBack();
  expect([first.status, second.status]).toEqual([200, 200]);
  const recalledAt = ({ body }: { body: unknown }) => (body as { recalledAt: string }).recalledAt;
  expect(recalledAt(second)).toBe(recalledAt(first));
  expect(second.headers['etag']).not.toBe(first.headers['etag']);
  const { rows } = await sql<{ fields: string[] }>`
    select array(select jsonb_object_keys(changes)) as fields from history where entity_id = ${id} and action = 'update' order by seq`.execute(
    world.db,
  );
  expect(rows.map(({ fields }) => fields)).toEqual([['recalledAt'], ['followUps']]);
});
