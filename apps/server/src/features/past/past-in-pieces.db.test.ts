import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { type Answers, noteAnswers } from '../../../test/note-answers.ts';
import { ROWS_AT_ONCE } from '../../platform/db/in-pieces.ts';
import { createPast } from './index.ts';
import { writeSnapshots } from './write-snapshots.ts';

let world: FreshWorld;
beforeEach(async () => {
  await world?.close();
  world = await freshWorld();
});
afterAll(() => world.close());

const ITEMS = 1_200;
const TEXT = 'Świeże owoce i warzywa. '.repeat(100);
const [HOUR, MOST_LISTED] = [3_600_000, 1_000];

/** Items that were made one a second from an hour ago on, and then had another title, the first of them first. */
const makeItems = (): Promise<unknown> =>
  sql`insert into history (at, actor, entity, entity_id, action, changes)
    select now() - interval '1 hour' + make_interval(secs => n), 'ada', 'content', 'i' || n % ${ITEMS}::int, case when n < ${ITEMS}::int then 'create' else 'update' end,
      case when n < ${ITEMS}::int then jsonb_build_object('contentType', '[null, "leaflet"]'::jsonb, 'name', jsonb_build_array(null, 'Nazwa ' || n), 'description', jsonb_build_array(null, ${TEXT}::text))
        else jsonb_build_object('title', jsonb_build_array(null, 'Tytuł ' || n)) end
    from generate_series(0, ${2 * ITEMS - 1}::int) n`.execute(world.db);
const titled = (items: readonly { title: string | null }[]): number => items.filter(({ title }) => title !== null).length;

/** Returns a reader of the past and the database answers that its latest read received. */
const notedPast = (remembered?: number) => {
  const { db, answers } = noteAnswers(world.db);
  const past = createPast({ db, ...(remembered !== undefined && { remembered }) });
  const ask = async (at: Date) => {
    answers.length = 0;
    const { state } = await past.stateAt(at);
    if (!state) throw new Error(`${at.toISOString()} is before the history`);
    return state;
  };
  return { ask, answers };
};
const largest = (answers: Answers): number => Math.max(...answers.map(({ largestValue }) => largestValue));
const characters = (answers: Answers): number => answers.reduce((sum, answer) => sum + answer.characters, 0);

test('a state with many items is read in pieces and without their texts', { tags: ['HIST-10'] }, async () => {
  await makeItems();
  await writeSnapshots(world.db);
  const { ask, answers } = notedPast();
  const { items, whole } = await ask(new Date());
  expect([items.length, titled(items)]).toEqual([ITEMS, ITEMS]);
  expect(largest(answers)).toBeLessThan(MOST_LISTED);
  expect(Math.max(...answers.map((answer) => answer.rows))).toBe(ROWS_AT_ONCE);
  expect(characters(answers)).toBeLessThan((ITEMS * TEXT.length) / 2);
  expect(await whole(world.db, ['i7'])).toMatchObject([{ _id: 'i7', title: `Tytuł ${ITEMS + 7}`, description: TEXT }]);
});

test('items older than the history are read in pieces too where no state is kept, and only once', { tags: ['HIST-10'] }, async () => {
  await sql`insert into content (id, content_type, name, description, prev_image, disabled, pinned, hidden_on_start, signature_hidden, clickable_when_future, version, segments,
      product_e_a_ns, include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups)
    select 'i' || n, 'leaflet', 'Nazwa ' || n, ${TEXT}::text, ${`cloudinary:${'a'.repeat(32)}.png`}::text, false, false, false, false, false, '', '{}', '{}', 'all', '{}', '{}', '{}', '{}'
    from generate_series(1, ${ITEMS}::int) n`.execute(world.db);
  await sql`insert into history (actor, entity, entity_id, action, changes) values ('ada', 'content', 'i7', 'update', '{"title": [null, "Nowy"]}')`.execute(
    world.db,
  );
  const { ask, answers } = notedPast();
  const { items, whole } = await ask(new Date());
  expect([items.length, titled(items)]).toEqual([ITEMS, 1]);
  expect(Math.max(...answers.map((answer) => answer.characters))).toBeLessThan((ITEMS * TEXT.length) / 2);
  expect(await whole(world.db, ['i7', 'i8'])).toMatchObject([{ title: 'Nowy', description: TEXT }, { description: TEXT }]);
  expect((await ask(new Date())).items).toHaveLength(ITEMS);
  expect(characters(answers)).toBeLessThan(2_000);
  // A change outside Endcap, which the history does not record.
  await sql`update content set name = 'Ręcznie' where id = 'i9'`.execute(world.db);
  expect((await ask(new Date())).items.find(({ _id }) => _id === 'i9')).toMatchObject({ name: 'Ręcznie' });
});

test(
  'the last kept state stays cached at any size, and another one is read by its differences',
  { tags: ['HIST-10', 'PREV-04'] },
  async () => {
    await makeItems();
    await writeSnapshots(world.db, undefined, 100);
    const { ask, answers } = notedPast(0);
    const first = await ask(new Date());
    const whole = characters(answers);
    expect(whole).toBeGreaterThan(ITEMS * 50);
    expect((await ask(new Date())).items[0]).toBe(first.items[0]);
    expect(characters(answers)).toBeLessThan(whole / 20);
    const begun = Date.now() - HOUR;
    for (const [seconds, made, changed] of [
      [2_150, ITEMS, 950],
      [1_250, ITEMS, 50],
      [650, 650, 0],
      [2_150, ITEMS, 950],
    ] as const) {
      const { items } = await ask(new Date(begun + seconds * 1_000));
      expect(Math.abs(items.length - made), `${seconds} s`).toBeLessThan(30);
      expect(Math.abs(titled(items) - changed), `${seconds} s`).toBeLessThan(30);
      expect(new Set(items.map(({ _id }) => _id)).size).toBe(items.length);
      const recomputed = await notedPast().ask(new Date(begun + seconds * 1_000));
      const byId = (these: typeof items) => these.toSorted((one, other) => (one._id < other._id ? -1 : 1));
      expect(byId(items)).toEqual(byId(recomputed.items));
    }
    await ask(new Date(begun + 2_250_000));
    expect(characters(answers)).toBeLessThan(whole / 3);
  },
);

test('a state returns the texts of its instant, also after later changes and newly kept states', { tags: ['PREV-06'] }, async () => {
  await makeItems();
  await writeSnapshots(world.db);
  const at = new Date();
  const { ask } = notedPast();
  const { whole } = await ask(at);
  await sql`insert into history (at, actor, entity, entity_id, action, changes) values
    (${at}, 'ada', 'content', 'i1', 'update', '{"description": ["x", "Inny"]}'), (now(), 'ada', 'content', 'i2', 'update', '{"description": ["x", "Inny"]}'),
    (now(), 'ada', 'content', 'i3', 'delete', '{"name": ["x", null]}')`.execute(world.db);
  await writeSnapshots(world.db, undefined, 1);
  const texts = (await whole(world.db, ['i1', 'i2', 'i3'])).map(({ description }) => description);
  expect(texts).toEqual([TEXT, TEXT, TEXT]);
  // Both follow from the history.
  await sql`delete from history_kept`.execute(world.db);
  await sql`delete from history_state`.execute(world.db);
  expect((await whole(world.db, ['i2'])).map(({ description }) => description)).toEqual([TEXT]);
});
