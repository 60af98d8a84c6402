import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { isAccepted, isUnnotedSend } from '../fan-out-conditions.repository.ts';

type Db = DbOf<'fanOut' | 'fanOutChunk' | 'pastChunk'>;

const AT_ONCE = 1_000;

/**
 * Sets the first acceptance of sends of versions that did not record it, in batches. They are taken to have been accepted when they were
 * created. From then on their chunks are not read for it. Sends that no phone accepted stay without one.
 */
export const noteFirstAcceptances = async (db: Db, isOver: () => boolean): Promise<void> => {
  for (let past: string | null = ''; past !== null && !isOver();) {
    const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
      with one as materialized (
        select f.notification_id as id from fan_out f where ${isUnnotedSend} and f.notification_id > ${past} order by f.notification_id limit ${AT_ONCE}
      ), noted as (
        update fan_out f set first_accepted_at = f.created_at from one where f.notification_id = one.id and f.first_accepted_at is null and ${isAccepted('f')}
      ) select case when count(*) = ${AT_ONCE} then max(id) end as last from one`.execute(db);
    past = rows[0]?.last ?? null;
  }
};
