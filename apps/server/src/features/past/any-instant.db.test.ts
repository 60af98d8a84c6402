import { contentFieldNames } from '@endcap/contract/content';
import { popupFields } from '@endcap/contract/popups';
import { KnownStore } from '@endcap/contract/stores';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomEdits, randomOf } from '../../../test/random-edits.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { inOneState } from '../../platform/db/transaction.ts';
import type { Db } from '../../tables.ts';
import { findManyContent } from '../content/index.ts';
import { popupOrder, popupsAsEdited } from '../popups/index.ts';
import { documentOf, readSettings } from '../settings/index.ts';
import { allStores } from '../stores/index.ts';
import { createPast } from './index.ts';
import { writeSnapshots } from './write-snapshots.ts';
import { listedFields } from './listed-items.ts';
import type { PastState } from './past-state.ts';

const IMPORT_TOKEN = 'service-token-of-the-tests-0123456789';
let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: IMPORT_TOKEN });
});
afterAll(() => world.close());

const { numRuns: CASES = 0, seed = 0 } = fc.readConfigureGlobal();
const WRITERS = ['past-adam', 'past-anna', 'past-piotr', 'past-ewa'];
/** Maximum number of recorded states. */
const STATES = 400;

const picked = (fields: readonly string[], rows: readonly object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => field === '_id' || fields.includes(field))));
const byId = <R extends { _id?: unknown; id?: unknown }>(rows: readonly R[]): R[] =>
  rows.toSorted((one, other) => (String(one._id ?? one.id) < String(other._id ?? other.id) ? -1 : 1));
/** Sorts what has no order of its own and turns -0 into 0, so that states can be compared. */
const compared = ({ items, stores, ...state }: Omit<PastState, 'whole'>): unknown =>
  JSON.parse(JSON.stringify({ ...state, items: byId(items), stores: byId(stores) }));
/** Returns a state with the texts of its items, which are read separately, in the form for comparing. */
const wholly = async ({ whole, ...state }: PastState): Promise<unknown> => {
  const items = await whole(
    world.db,
    state.items.map(({ _id }) => _id),
  );
  expect(byId(state.items)).toEqual(picked(listedFields, byId(items)));
  return compared({ ...state, items });
};

/** Reads the current state of the app's data from the tables, with the last change that it includes. */
const recorded = (): Promise<{ at: Date; seq: number; state: unknown } | null> =>
  inOneState(world.db, async (trx: Db) => {
    const { rows } = await sql<{ at: Date; seq: number }>`select at, seq from history order by seq desc limit 1`.execute(trx);
    const ids = async (from: 'content' | 'popup') =>
      (await trx.selectFrom(from).where('deletedAt', 'is', null).select('id').execute()).map(({ id }) => id);
    const order = await popupOrder(trx);
    const state = {
      items: picked(contentFieldNames, await findManyContent(trx, await ids('content'))),
      // The history has more of a store than audiences are decided by.
      stores: (await allStores(trx)).map((store) => KnownStore.parse(store)),
      popups: picked(Object.keys(popupFields), await popupsAsEdited(trx, await ids('popup'))).toSorted(
        (one, other) => order.indexOf(String(one['_id'])) - order.indexOf(String(other['_id'])),
      ),
      settings: documentOf(await readSettings(trx)),
    };
    // As above: the fields are those of the contract.
    return rows[0] ? { ...rows[0], state: compared(state as never) } : null;
  });

test(
  `after random edits by four writers at once, with deletes, every recorded state equals the rebuilt one (${CASES} edits)`,
  { tags: ['HIST-09'] },
  async () => {
    const tokens = await Promise.all(WRITERS.map((person) => world.person(person, { isAdmin: true })));
    const { edit } = await randomEdits(world, { now: Date.now, importToken: IMPORT_TOKEN });
    let [left, taken] = [CASES, 0];
    const write = async (token: string, n: number): Promise<void> => {
      const random = randomOf(seed + n);
      while (left-- > 0) if (await edit(random, token)) taken += 1;
    };
    const states: NonNullable<Awaited<ReturnType<typeof recorded>>>[] = [];
    const record = async (): Promise<void> => {
      while (left > 0) {
        const state = left <= CASES - (states.length * CASES) / STATES ? await recorded() : null;
        if (state && state.seq !== states.at(-1)?.seq) states.push(state);
        // While others write.
        await writeSnapshots(world.db, undefined, 40);
      }
    };
    await Promise.all([...tokens.map(write), record()]);
    const last = await recorded();
    if (last) states.push(last);
    await writeSnapshots(world.db, undefined, 40);

    const { rows: all } = await sql<{ seq: number; at: Date }>`select seq, at from history order by seq`.execute(world.db);
    const next = new Map(all.map(({ seq }, n) => [seq, all[n + 1]]));
    // Instants are milliseconds: a state recorded between two changes of the same millisecond cannot be rebuilt.
    const whole = states.filter(({ seq, at }) => next.get(seq)?.at.getTime() !== at.getTime());
    const past = createPast({ db: world.db });
    for (const { at, seq, state } of whole) {
      const rebuilt = (await past.stateAt(at)).state;
      expect(rebuilt && (await wholly(rebuilt)), `PROPERTY_SEED=${seed} after change ${seq}`).toEqual(state);
    }
    // Reads each kept state by its differences from the previous one, in both directions.
    const toAndFro = createPast({ db: world.db, remembered: 0 });
    for (const { at, seq, state } of whole.toSorted((one, other) => (one.seq % 7) - (other.seq % 7)).slice(0, 100))
      expect(await wholly((await toAndFro.stateAt(at)).state as PastState), `PROPERTY_SEED=${seed} after change ${seq}`).toEqual(state);
    expect(taken).toBeGreaterThan(CASES / 3);
    expect(whole.length).toBeGreaterThan(states.length / 2);
    expect((await sql`select 1 from history_kept`.execute(world.db)).rows.length).toBeGreaterThan(2);

    // Snapshot states follow from the history: without them the same states are rebuilt.
    await sql`delete from history_kept`.execute(world.db);
    await sql`delete from history_state`.execute(world.db);
    const recomputed = createPast({ db: world.db });
    for (const { at, seq, state } of [whole[0], whole[Math.floor(whole.length / 2)], whole.at(-1)].flatMap((one) => one ?? []))
      expect(await wholly((await recomputed.stateAt(at)).state as PastState), `PROPERTY_SEED=${seed} after change ${seq}`).toEqual(state);
  },
);
