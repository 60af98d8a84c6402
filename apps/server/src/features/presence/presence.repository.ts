import type { EditedKind } from '@endcap/contract/history';
import { HERE_S } from '@endcap/contract/presence';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'presence'>;

type Heartbeat = { kind: EditedKind; id: string; person: string; tab: string; name: string };
type Seen = { others: string[]; elsewhere: boolean; arrived: boolean };

/** Stores a heartbeat of a tab and returns who else is there. Uses only the clock of the database, which all processes share. */
export const storeHeartbeat = async (db: Db, { kind, id, person, tab, name }: Heartbeat): Promise<Seen> => {
  const isThere = sql<boolean>`p.kind = ${kind} and p.id = ${id} and p.seen_at > now() - make_interval(secs => ${HERE_S})`;
  const { rows } = await sql<Seen>`/* prepared: presence */
    with noted as (
      insert into presence (kind, id, person, tab, name, seen_at) values (${kind}, ${id}, ${person}, ${tab}, ${name}, now())
      on conflict (kind, id, person, tab) do update set name = excluded.name, seen_at = excluded.seen_at
      returning xmax = 0 as arrived
    )
    select noted.arrived,
      array(select max(p.name) from presence p where ${isThere} and p.person <> ${person} group by p.person order by max(p.name) collate "pl-x-icu" limit 20) as others,
      exists (select from presence p where ${isThere} and p.person = ${person} and p.tab <> ${tab}) as elsewhere
    from noted`.execute(db);
  const [seen] = rows;
  if (!seen) throw new Error('A beat was not noted');
  return seen;
};

/** Deletes tabs without a heartbeat for a minute. They stopped counting after `HERE_S` seconds. */
export const sweepGone = async (db: Db): Promise<void> => {
  await sql`delete from presence where seen_at < now() - interval '1 minute'`.execute(db);
};

export const forgetTab = async (db: Db, person: string, tab: string): Promise<void> => {
  await db.deleteFrom('presence').where('person', '=', person).where('tab', '=', tab).execute();
};
