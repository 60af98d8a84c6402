import { type Expression, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';

type Db = DbOf<'fanOutChunk'>;

/** Phones of a chunk at most, and chunks that one transaction writes or reads at most. */
export const [CHUNK_DEVICES, CHUNKS_A_TRANSACTION] = [500, 20];

/** Writes the phones of a query, by their `seq`, as further chunks of a fan-out that has so many; returns of each its last phone and how many they are. */
export const writeChunks = async (
  db: Db,
  { notificationId, chunks }: { notificationId: string; chunks: number },
  phones: Expression<unknown>,
): Promise<{ lastDevice: number; size: number }[]> => {
  const { rows } = await sql<{ lastDevice: number; size: number }>`
    with picked as (select seq, (row_number() over (order by seq) - 1) / ${CHUNK_DEVICES} as n from (${phones}) phone)
    insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending)
    select ${notificationId}, ${chunks} + n, min(seq), max(seq), array_agg(seq order by seq), decode(repeat('00', count(*)::int), 'hex'), count(*)
    from picked group by n
    returning last_device, pending as size`.execute(db);
  return rows;
};
