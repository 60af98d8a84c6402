import type { Remembered } from '@endcap/contract/history';
import { sql } from 'kysely';
import { inPieces } from '../../platform/db/in-pieces.ts';
import type { DbOf } from '../../tables.ts';
import type { PastItem } from './beginning.repository.ts';
import { listedFields } from './listed-items.ts';

type Db = DbOf<'historyKept' | 'historyState'>;

/** A kept state. `key` distinguishes it from one with the same number in another copy of the database. */
export type Snapshot = { seq: number; key: string };

const itsKey = sql<string>`seq || '/' || extract(epoch from latest)`;

/** Returns the last kept state whose changes are all before an instant. */
export const snapshotBefore = async (db: Db, until: Date): Promise<Snapshot | null> => {
  const { rows } = await sql<Snapshot>`
    select seq, ${itsKey} as key from history_kept where latest < ${until} order by latest desc, seq desc limit 1`.execute(db);
  return rows[0] ?? null;
};

/** Returns whether a kept state still exists unchanged. */
export const isStored = async (db: Db, { seq, key }: Snapshot): Promise<boolean> => {
  const { rows } = await sql`select from history_kept where seq = ${seq}::bigint and ${itsKey} = ${key}`.execute(db);
  return rows.length > 0;
};

/** As JSON: of content the values of `listedFields`, of everything else all fields. */
export type SnapshotRow = PastItem & { deleted: boolean; json: string };

const listedValues = sql.raw(listedFields.map((field) => `f."${field}"`).join(', '));
const listedColumns = sql.raw(listedFields.map((field) => `"${field}" json`).join(', '));
const snapshotRow = sql`entity, entity_id as item, deleted, (case entity when 'content'
  then (select json_build_array(${listedValues}) from json_to_record(fields) as f (${listedColumns})) else fields end)::text as json`;

/** All items of a kept state. */
export const snapshotItems = (trx: Db, { seq }: Snapshot): AsyncGenerator<SnapshotRow[]> =>
  inPieces(trx, sql<SnapshotRow>`select ${snapshotRow} from history_state where during @> ${seq}::bigint`);

/** Matches items of one kept state that are not in the other, in a form that the index of ranges supports. */
const onlyIn = ({ seq: one }: Snapshot, { seq: other }: Snapshot) =>
  one > other
    ? sql`during @> ${one}::bigint and during &> int8range(${other}::bigint + 1, null)`
    : sql`during @> ${one}::bigint and during &< int8range(null, ${other}::bigint)`;

/** Reads the items of one kept state that are different or missing in the other. */
export const itemsOnlyIn = (trx: Db, one: Snapshot, other: Snapshot): AsyncGenerator<SnapshotRow[]> =>
  inPieces(trx, sql<SnapshotRow>`select ${snapshotRow} from history_state where ${onlyIn(one, other)}`);

/** Returns content items of a kept state with all their fields. Current rows are found by id, others among the ended rows. */
export const snapshotContent = async (db: Db, { seq }: Snapshot, ids: readonly string[]): Promise<(Remembered & { item: string })[]> => {
  const wanted = sql`select entity_id as item, deleted, fields from history_state
    where entity = 'content' and entity_id = any(${ids}::text[]) and during @> ${seq}::bigint`;
  const { rows } = await sql<Remembered & { item: string }>`
    ${wanted} and upper_inf(during) union all ${wanted} and during << int8range(9223372036854775807, null)`.execute(db);
  return rows;
};
