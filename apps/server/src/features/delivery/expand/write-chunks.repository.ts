import { type Expression, sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';

type Db = DbOf<'fanOutChunk'>;

/** Maximum number of phones of a chunk, and of chunks that one transaction writes or reads. */
export const [CHUNK_DEVICES, CHUNKS_A_TRANSACTION] = [500, 20];

/** Writes the phones of a query, by `seq`, as the next chunks of a fan-out. Returns the last phone and the size of each chunk. */
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
