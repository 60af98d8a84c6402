import { type Evidence, EVIDENCE_CHANGES_MOST, evidenceRoutes, type Preview, previewRoutes } from '@endcap/contract/preview';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aNotification } from '../../../../test/builders.ts';
import { problemIn } from '../../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { quietInstant } from '../../../../test/quiet-instant.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { startSealing, verifySeals } from '../../history/index.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  expect((await world.staff('POST /session/register-login', { token: admin })).status).toBe(204);
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    values (${`${'a'.repeat(32)}.png`}, sha256('a'), 1, 'admin', now())`.execute(world.db);
});
afterAll(() => world.close());

const DAY = 86_400_000;
const after = (ms: number): string => new Date(Date.now() + ms).toISOString();
const ask = (body: Record<string, unknown>) =>
  world.staff('POST /api/v1/evidence', { token: admin, body: { appVersion: '3.4.0', ...body } });
const evidence = async (body: Record<string, unknown>): Promise<Evidence> => {
  const { status, body: proof } = await ask(body);
  expect(status, JSON.stringify(proof)).toBe(200);
  return evidenceRoutes.read.reply.parse(proof);
};
const fieldsOf = async (body: Record<string, unknown>) => {
  const answer = await ask(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  return problemIn(answer).fields;
};
const call = async (request: `${'POST' | 'PATCH' | 'DELETE'} ${string}`, body?: unknown): Promise<string> => {
  const { status, body: proof } = await world.staff(request, { token: admin, ...(body !== undefined && { body }) });
  expect(status, `${request} ${JSON.stringify(proof)}`).toBeLessThan(300);
  return (proof as { _id?: string } | undefined)?._id ?? '';
};
const instant = (): Promise<string> => quietInstant(world.db);
const sealAll = async (): Promise<void> => {
  const sealing = startSealing(world.db, (error) => expect(error).toBeNull());
  await expect.poll(async () => (await verifySeals(world.db)).open).toBe(0);
  await sealing.stop();
};
/** Runs a statement without triggers, as somebody with access to the server's files could. */
const behindItsBack = (statement: ReturnType<typeof sql>): Promise<void> =>
  inTransaction(world.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });

const content = (title: string, more: Record<string, unknown> = {}) => ({
  contentType: 'leaflet',
  name: `Wewnętrzna ${title}`,
  title,
  prevImage: `cloudinary:${'a'.repeat(32)}.png`,
  version: '',
  validityStart: after(-2 * DAY),
  validityEnd: after(2 * DAY),
  ...more,
});
const leaflet = (title: string, more?: Record<string, unknown>) => call('POST /api/v1/content-editor', content(title, more));
const store = (name: string) =>
  call('POST /api/v1/store-editor', {
    name,
    storeType: 'contact',
    street: 'Długa 5',
    zipCode: '80-831',
    city: 'Hel',
    latitude: 54.6,
    longitude: 18.8,
    openingHours: '6-22',
  });
const linesOf = ({ changes }: Evidence) =>
  changes.map(({ kind, action, label, fields }) => [kind, action, label, fields.map(({ field }) => field)]);

describe('validation of the request', () => {
  test(
    'rejects instants and ends that are out of range, and unknown stores, segments and versions, by field and code',
    { tags: ['PREV-08'] },
    async () => {
      expect(await fieldsOf({})).toEqual({ at: ['required'] });
      expect(await fieldsOf({ at: after(DAY) })).toEqual({ at: ['inFuture'] });
      expect(await fieldsOf({ at: after(-1_000), until: after(DAY) })).toEqual({ until: ['inFuture'] });
      expect(await fieldsOf({ at: after(-1_000), until: after(-5_000) })).toEqual({ until: ['endBeforeStart'] });
      expect(await fieldsOf({ at: '1999-12-31T10:00:00Z' })).toEqual({ at: ['outsideYears'] });
      expect(await fieldsOf({ at: 'yesterday', until: 5 })).toEqual({ at: ['notDate'], until: ['notDate'] });
      expect(await fieldsOf({ at: '2001-01-01' })).toEqual({ at: ['beforeHistory'] });
      await leaflet('Pierwsza');
      const at = await instant();
      expect(await fieldsOf({ at, appVersion: 'three' })).toEqual({ appVersion: ['invalid'] });
      expect(await fieldsOf({ at, storeId: 'nosuchstore', segments: ['Nikt'] })).toEqual({ storeId: ['unknown'], segments: ['unknown'] });
    },
  );
});

describe('content of the evidence', () => {
  test('contains what the preview of that instant shows, and who last changed each item', { tags: ['PREV-08'] }, async () => {
    const [hel, other] = [await store('Koszyk Hel'), await store('Koszyk Inny')];
    const shown = await leaflet('Gazetka', { includeStoreType: '', includeStores: [hel] });
    await leaflet('Cudza', { includeStoreType: '', includeStores: [other] });
    const popup = await call('POST /api/v1/popup-editor', { name: 'Witamy', text: 'Cześć' });
    const at = await instant();
    const proof = await evidence({ at, storeId: hel, segments: [] });
    const { body } = await world.staff('POST /api/v1/preview', { token: admin, body: { appVersion: '3.4.0', at, storeId: hel } });
    const preview: Preview = previewRoutes.show.reply.parse(body);
    const { brand, items, tabs, popups, settings, notifications } = preview;
    expect(proof.shown).toEqual({ brand, items, tabs, popups, settings, notifications });
    expect(items.map(({ title }) => title)).toContain('Gazetka');
    expect(proof.viewer).toEqual({ store: preview.store, segments: [], appVersion: '3.4.0' });
    const origins = proof.origins.map(({ kind, item, action, person }) => [kind, item, action, person.name]);
    expect(origins).toEqual(
      expect.arrayContaining([
        ['content', shown, 'create', 'Anna Wójcik'],
        ['popup', popup, 'create', 'Anna Wójcik'],
        ['store', hel, 'create', 'Anna Wójcik'],
      ]),
    );
    expect(proof.changes).toEqual([]);
  });

  test(
    'lists later changes that this customer may have noticed, with the fields that they see, and no others',
    { tags: ['PREV-08'] },
    async () => {
      const [hel, other] = [await store('Koszyk Hel'), await store('Koszyk Inny')];
      const group = await call('POST /api/v1/store-group', { name: 'Nad morzem', includeStores: [] });
      const shown = await leaflet('Gazetka');
      const foreign = await leaflet('Cudza', { includeStoreType: '', includeStores: [other] });
      const at = await instant();
      await call(`PATCH /api/v1/content-editor/${shown}`, { title: 'Nowa gazetka', name: 'Inna wewnętrzna' });
      await call(`PATCH /api/v1/content-editor/${shown}`, { name: 'Tylko wewnętrzna' });
      await call(`PATCH /api/v1/content-editor/${shown}`, { excludeStores: [other] });
      await call(`PATCH /api/v1/content-editor/${foreign}`, { title: 'Nadal cudza' });
      await call(`PATCH /api/v1/content-editor/${foreign}`, { includeStores: [hel, other] });
      await call(`PATCH /api/v1/store-group/${group}`, { includeStores: [hel, other] });
      await call(`PATCH /api/v1/store-group/${group}`, { name: 'Nad samym morzem' });
      await leaflet('Za rok', { publicationStart: after(300 * DAY), validityStart: after(300 * DAY), validityEnd: after(310 * DAY) });
      await leaflet('Doszła', { includeStoreType: '', includeStoreGroups: [group] });
      await call('POST /api/v1/settings-editor', { appName: 'Koszyk', daySheetForStaff: true, loyalty: { campaignStart: '2026-01-01' } });
      const until = await instant();
      await call(`DELETE /api/v1/content-editor/${shown}`);
      const proof = await evidence({ at, until, storeId: hel });
      expect(linesOf(proof)).toEqual([
        ['content', 'update', expect.stringContaining('Nowa gazetka'), ['title']],
        ['content', 'update', expect.stringContaining('Nadal cudza'), ['includeStores']],
        ['storeGroup', 'update', 'Nad morzem', ['includeStores']],
        ['content', 'create', expect.stringContaining('Doszła'), expect.arrayContaining(['title', 'includeStoreGroups'])],
        ['settings', 'update', null, ['appName', 'loyalty.campaignStart']],
      ]);
      expect(proof.changes[0]).toMatchObject({ person: { name: 'Anna Wójcik' }, fields: [{ before: 'Gazetka', after: 'Nowa gazetka' }] });
      // Of a list what is said of this customer's store.
      expect(proof.changes[1]?.fields).toEqual([{ field: 'includeStores', before: [], after: [hel] }]);
      expect(proof.names).toMatchObject({ [hel]: 'Koszyk Hel', [group]: 'Nad samym morzem' });
      expect([proof.until, proof.toldUntil]).toEqual([until, null]);
      expect(linesOf(await evidence({ at, storeId: hel })).at(-1)).toEqual([
        'content',
        'delete',
        expect.stringContaining('Nowa gazetka'),
        expect.any(Array),
      ]);
      expect(linesOf(await evidence({ at, until: at, storeId: hel }))).toEqual([]);
    },
  );

  test('lists when a push was taken back, and by whom', { tags: ['PREV-08', 'RECALL-01'] }, async () => {
    const hel = await store('Koszyk Wycofany');
    const id = await call(
      'POST /api/v1/notification-editor',
      aNotification({ title: 'Masło', includeStoreType: '', includeStores: [hel] }),
    );
    const at = await instant();
    await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
      values (${id}, 0, 1, 1, '{1}', '\\x01', 0, 1)`.execute(world.db);
    await sql`update fan_out set state = 'finished', chunks = 1, finished_at = now() where notification_id = ${id}`.execute(world.db);
    await call(`POST /api/v1/notification-editor/${id}/take-back`);
    const proof = await evidence({ at, storeId: hel });
    expect(proof.shown.notifications.map(({ _id }) => _id)).toEqual([id]);
    expect(proof.changes).toMatchObject([
      {
        kind: 'notification',
        action: 'update',
        person: { name: 'Anna Wójcik' },
        fields: [{ field: 'recalledAt', before: null, after: expect.any(String) }],
      },
    ]);
  });

  test(`returns the first ${EVIDENCE_CHANGES_MOST} changes at most, and until when they are complete`, { tags: ['PREV-08'] }, async () => {
    const at = await instant();
    await sql`insert into history (actor, entity, entity_id, action, changes, at)
      select 'ada', 'settings', 'settings', 'update', jsonb_build_object('appName', jsonb_build_array(n, n + 1)), now() - interval '1 second' + n * interval '1 microsecond'
      from generate_series(1, ${EVIDENCE_CHANGES_MOST + 5}::int) n`.execute(world.db);
    // It would be older than the instant.
    await behindItsBack(
      sql`update history set at = ${at}::timestamptz + interval '1 second' + seq * interval '1 millisecond' where actor = 'ada'`,
    );
    world.clock.aheadMs = DAY;
    const proof = await evidence({ at });
    world.clock.aheadMs = 0;
    expect(proof.changes).toHaveLength(EVIDENCE_CHANGES_MOST);
    expect(proof.toldUntil).toBe(proof.changes.at(-1)?.at);
    // Changes of one instant are returned all or not at all.
    await behindItsBack(
      sql`update history set at = (select max(at) from history where actor = 'ada')
        where seq in (select seq from history where actor = 'ada' order by seq desc limit 8)`,
    );
    world.clock.aheadMs = DAY;
    const whole = await evidence({ at });
    world.clock.aheadMs = 0;
    expect(whole.changes).toHaveLength(EVIDENCE_CHANGES_MOST - 3);
    expect(whole.toldUntil).toBe(whole.changes.at(-1)?.at);
    await behindItsBack(sql`delete from history where actor = 'ada'`);
  });
});

describe('proof of the evidence', () => {
  test('each change has the seal that covers it, and an unsealed change is marked as open', { tags: ['PREV-08', 'HIST-11'] }, async () => {
    await call('POST /api/v1/popup-editor', { name: 'Pierwszy', text: 'a' });
    await sealAll();
    const at = await instant();
    const id = await call('POST /api/v1/popup-editor', { name: 'Drugi', text: 'b' });
    await sealAll();
    await call(`PATCH /api/v1/popup-editor/${id}`, { text: 'c' });
    const proof = await evidence({ at });
    const { last } = await verifySeals(world.db);
    expect(proof.changes.map(({ seal, sealState }) => [seal, sealState])).toEqual([
      [last?.no, 'sealed'],
      [null, 'open'],
    ]);
    expect(proof.origins.every(({ seal, sealState }) => seal !== null && sealState === 'sealed')).toBe(true);
    expect(proof.seals.at(-1)).toEqual({ no: last?.no, hash: last?.hash, at: last?.at.toISOString(), changes: last?.changes, fault: null });
    expect(proof.seals.every(({ fault }) => fault === null)).toBe(true);
    expect(proof.chain).toEqual({ last: { no: last?.no, hash: last?.hash, at: last?.at.toISOString() }, brokenAt: null });
    expect(proof.verify).toBe(`npm run history -- verify ${last?.hash}`);
  });

  test(
    'reports changes that were altered, removed or inserted without triggers, and altered seals',
    { tags: ['PREV-08', 'HIST-11'] },
    async () => {
      const at = await instant();
      const id = await call('POST /api/v1/popup-editor', { name: 'Trzeci', text: 'a' });
      await call(`PATCH /api/v1/popup-editor/${id}`, { text: 'b' });
      await call('POST /api/v1/knowledge-editor', { name: 'Parking', description: 'Gdzie', content: 'Jest.' });
      await sealAll();
      await call(`PATCH /api/v1/popup-editor/${id}`, { text: 'c' });
      await sealAll();
      const { changes } = await evidence({ at });
      const [first, second] = changes.map(({ _id }) => Number(_id));
      const no = changes[0]?.seal;
      await behindItsBack(sql`create table kept_history as select * from history`);
      await behindItsBack(sql`create table kept_seal as select * from history_seal`);
      const after = async (statement: ReturnType<typeof sql>, from = at): Promise<Evidence> => {
        await behindItsBack(statement);
        const proof = await evidence({ at: from });
        await behindItsBack(sql`truncate history, history_seal`);
        await behindItsBack(sql`insert into history overriding system value select * from kept_history`);
        await behindItsBack(sql`insert into history_seal select * from kept_seal`);
        return proof;
      };
      const faultsOf = ({ seals }: Evidence) => seals.filter(({ fault }) => fault).map(({ no: its, fault }) => [its, fault]);

      const altered = await after(sql`update history set actor = 'eve' where seq = ${second}`);
      expect(altered.changes.map(({ sealState }) => sealState)).toEqual(['sealed', 'altered', 'sealed']);
      expect(faultsOf(altered)).toEqual([[no, { what: 'altered', change: String(second) }]]);
      const removed = await after(sql`delete from history where seq = ${first}`);
      expect(faultsOf(removed)).toEqual([[no, { what: 'removed', change: String(first) }]]);
      // The seal of a removed change reports it, even if the response has no other change of that seal.
      const lost = await after(sql`delete from history where entity = 'popup' and entity_id = ${id}`);
      expect(lost.changes).toEqual([]);
      expect(faultsOf(lost).map(([its]) => its)).toEqual([no, Number(no) + 1]);
      const forged = await after(sql`update history_seal set hash = sha256('x') where no = ${no}`);
      expect(faultsOf(forged)).toEqual([
        [no, { what: 'seal', change: null }],
        [Number(no) + 1, { what: 'seal', change: null }],
      ]);
      expect(forged.chain?.brokenAt).not.toBeNull();
      const unending = await after(sql`update history_seal set covers = '{[1,9000000000000000)}' where no = ${no}`);
      expect(faultsOf(unending)).toContainEqual([no, { what: 'seal', change: null }]);
      const backdated = new Date(Date.parse(at) - 9 * DAY).toISOString();
      const inserted = await after(
        sql`insert into history (actor, entity, entity_id, action, changes, at)
        values ('eve', 'settings', 'settings', 'update', '{"appName": ["a", "z"]}', ${backdated}::timestamptz)`,
        backdated,
      );
      expect(inserted.origins.map(({ person, seal, sealState }) => [person.id, seal, sealState])).toEqual([['eve', null, 'inserted']]);
      expect(inserted.changes.length).toBeGreaterThan(3);
      expect((await evidence({ at })).seals.every(({ fault }) => fault === null)).toBe(true);
    },
  );

  test('changes of many seals are looked up at once, not one by one', { tags: ['PREV-08'] }, async () => {
    const at = await instant();
    for (let n = 0; n < 5; n += 1) {
      await call('POST /api/v1/popup-editor', { name: `Popup ${n}`, text: 'a' });
      await sealAll();
    }
    const { changes, seals } = await evidence({ at });
    expect(new Set(changes.map(({ seal }) => seal)).size).toBe(5);
    expect(seals.length).toBeGreaterThanOrEqual(5);
  });
});
