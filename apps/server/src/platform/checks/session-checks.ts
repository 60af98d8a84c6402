import { settingsMissing } from '../db/role-settings.ts';
import { type CheckResult, note, ok, wrong } from './finding.ts';
import type { Queryable } from './queryable.ts';

const POOLER = 'docs/operators/pgbouncer.md';
const STANDBY = 'docs/operators/standby.md';

/** Checks that sessions have timeouts and the expected time zone. Behind a pooler these settings come from the role. */
export const checkLimits = async (client: Queryable): Promise<CheckResult> => {
  const missing = await settingsMissing(client);
  if (missing.length === 0) return ok('every session has its limits');
  const { rows } = await client.query<{ role: string; database: string }>(
    'select quote_ident(current_user) as role, quote_ident(current_database()) as database',
  );
  const by = missing.map((setting) => `alter role ${rows[0]?.role} in database ${rows[0]?.database} set ${setting.replace('=', ' = ')}`);
  return wrong(
    `sessions are not told ${missing.join(', ')}${missing.includes('jit=off') ? ', so that PostgreSQL compiles statements (JIT) for longer than they run' : ''}`,
    `npm run migrate with ENDCAP_DATABASE_DIRECT_URL set tells their role, or an administrator does (${by.join('; ')}); then \`reconnect\` in PgBouncer's console (${POOLER})`,
  );
};

type Replication = { names: string; commits: string; following: number; seen: boolean; confirming: number };

/** Checks that an open send continues by itself after a failover to a standby (OPS-08). */
export const checkStandby = async (client: Queryable): Promise<CheckResult> => {
  const { rows } = await client.query<Replication>(
    `select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commits, count(*)::int as following,
       coalesce(bool_and(sync_state is not null), true) as seen, count(*) filter (where sync_state in ('sync', 'quorum'))::int as confirming
     from pg_stat_replication`,
  );
  const { names, commits, following, seen, confirming } = rows[0] ?? { names: '', commits: '', following: 0, seen: true, confirming: 0 };
  const waits = 'a send that is open when one takes over waits for a person';
  if (names === '')
    return following === 0 ? ok('none follows') : note(`${following} follow, and no commit waits for them: ${waits} (${STANDBY})`);
  if (commits !== 'on' && commits !== 'remote_apply')
    return note(`synchronous_commit is ${commits}, so that ${names} may lack what was acknowledged: ${waits} (${STANDBY})`);
  if (seen && confirming === 0)
    return wrong(
      `every commit waits for ${names}, and none of them is there`,
      `bring one back, or take it out of synchronous_standby_names (${STANDBY})`,
    );
  return ok(`every commit waits for ${names}: when it takes over, an open send goes on by itself`);
};
