import { sql } from 'kysely';
import { CLOCK_TOLERANCE_S, LIVES_AT_MOST_S } from '../../platform/oidc/access-token.ts';
import type { DbOf } from '../../tables.ts';
import type { SessionTables } from './session.tables.ts';

type Db = DbOf<'revokedToken' | 'staffLogin' | 'staffName' | 'staffRights' | 'ticket'>;

/** Nodes with slow clocks accept expired tokens for a while, so rows are deleted later than any clock may lag. */
const SWEPT_AFTER_MS = 60 * CLOCK_TOLERANCE_S * 1_000;

/** Returns those of the hashes (base64) that were signed out, with the time until which the row is stored. */
export const revokedOf = async (db: Db, hashes: readonly string[]): Promise<Map<string, Date>> => {
  const { rows } = await sql<{ hash: string; storedUntil: Date }>`/* prepared: signed out */
    select encode(token_hash, 'base64') as hash, expires_at as stored_until from revoked_token
    where token_hash = any(array(select decode(given, 'base64') from unnest(${hashes}::text[]) given))`.execute(db);
  return new Map(rows.map(({ hash, storedUntil }) => [hash, storedUntil]));
};

export const isRevoked = async (db: Db, hash: string): Promise<boolean> => (await revokedOf(db, [hash])).has(hash);

/** Refuses a token on every node, by each of its hashes. Rows of expired tokens are deleted on the way. */
export const revokeTokens = async (db: Db, hashes: readonly Buffer[], expiresAt: Date, now: Date): Promise<void> => {
  await db
    .deleteFrom('revokedToken')
    .where('expiresAt', '<', new Date(now.getTime() - SWEPT_AFTER_MS))
    .execute();
  await db
    .insertInto('revokedToken')
    .values(hashes.map((tokenHash) => ({ tokenHash, expiresAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Refuses the tokens of a session that were issued until now. The row is stored until the last of them has expired. */
export const revokeSession = async (db: Db, hash: Buffer): Promise<void> => {
  await sql`
    insert into revoked_token (token_hash, expires_at) values (${hash}, clock_timestamp() + make_interval(secs => ${LIVES_AT_MOST_S}))
    on conflict (token_hash) do update set expires_at = greatest(revoked_token.expires_at, excluded.expires_at)`.execute(db);
};

/**
 * Returns whether the row of a signed-out session, stored until `storedUntil`, rejects a token issued at `issuedAt`. Later ones are valid:
 * unless the provider received the sign-out, its session continues, and the person signs in again under the same `sid`.
 */
export const revokesTokensOf = (issuedAt: Date, storedUntil: Date): boolean =>
  issuedAt.getTime() + LIVES_AT_MOST_S * 1_000 <= storedUntil.getTime();

type Login = { person: string; name: string; storeId: string | null; at: Date };

/**
 * Notes a sign-in, and the person's name as it is now. Sign-ins of a person within a minute are one. The row of the name is written first,
 * since it makes simultaneous sign-ins of the person wait for each other.
 */
export const recordLogin = async (trx: Db, { name, person, storeId, at }: Login): Promise<void> => {
  await trx
    .insertInto('staffName')
    .values({ person, name })
    .onConflict((conflict) => conflict.column('person').doUpdateSet({ name }))
    .execute();
  await sql`
    insert into staff_login (at, person, store_id) select ${at}::timestamptz, ${person}::text, ${storeId}::text where not exists (
      select from staff_login where person = ${person} and store_id is not distinct from ${storeId}::text
        and at between ${at}::timestamptz - interval '1 minute' and ${at}::timestamptz + interval '1 minute')`.execute(trx);
};

type Rights = SessionTables['staffRights'];

/**
 * Stores the rights of a person, for checks while the person is not signed in (E-02). `asOf`: time of the provider's response; null: now.
 * An older answer changes nothing, and the same rights are not written again.
 */
export const recordRights = async (
  db: Db,
  { person, isAdmin, storeId, asOf }: Omit<Rights, 'asOf'> & { asOf: Date | null },
): Promise<void> => {
  await sql`
    insert into staff_rights (person, is_admin, store_id, as_of) values (${person}, ${isAdmin}, ${storeId}, coalesce(${asOf}, clock_timestamp()))
    on conflict (person) do update set is_admin = excluded.is_admin, store_id = excluded.store_id, as_of = excluded.as_of
    where excluded.as_of >= staff_rights.as_of
      and (staff_rights.is_admin, staff_rights.store_id) is distinct from (excluded.is_admin, excluded.store_id)`.execute(db);
};

/** Returns a person's rights as of their last request; undefined if there was none yet. */
export const findRights = (db: DbOf<'staffRights'>, person: string): Promise<Rights | undefined> =>
  db.selectFrom('staffRights').where('person', '=', person).selectAll().executeTakeFirst();

/** Latest login of a store's own staff. */
export const lastLoginOf = async (db: Db, storeId: string): Promise<Date | null> =>
  (await db.selectFrom('staffLogin').where('storeId', '=', storeId).select('at').orderBy('at', 'desc').limit(1).executeTakeFirst())?.at ??
  null;

type StoredTicket = SessionTables['ticket'];

export const insertTicket = async (db: Db, ticket: StoredTicket): Promise<void> => {
  await db.insertInto('ticket').values(ticket).execute();
};

/** Deletes and returns a ticket: of two requests with the same ticket, only the first gets it. */
export const takeTicket = (db: Db, ticketHash: Buffer): Promise<StoredTicket | undefined> =>
  db.deleteFrom('ticket').where('ticketHash', '=', ticketHash).returningAll().executeTakeFirst();

/** Deletes at most `atMost` tickets that expired unused before an instant. Returns how many. */
export const endTickets = async (db: Db, before: Date, atMost: number): Promise<number> => {
  const { rows } = await sql`
    with one as materialized (select ticket_hash from ticket where expires_at < ${before} order by expires_at limit ${atMost} for update skip locked)
    delete from ticket using one where ticket.ticket_hash = one.ticket_hash returning 1`.execute(db);
  return rows.length;
};
