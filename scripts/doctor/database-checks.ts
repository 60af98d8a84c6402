import type pg from 'pg';
import { one } from '../../apps/server/src/platform/checks/database-checks.ts';
import { type CheckResult, note, ok, wrong } from '../../apps/server/src/platform/checks/finding.ts';
import { closedTables } from '../../apps/server/src/platform/db/ping.ts';
import { ownTables } from '../../apps/server/src/platform/db/schema-fit.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';

/** Explains why a server takes no writes. */
export const whyReadOnly = async (client: pg.ClientBase): Promise<CheckResult> => {
  const { isStandby } = await one<{ isStandby: boolean }>(client, 'select pg_is_in_recovery() as "isStandby"');
  return isStandby
    ? wrong(
        'the server is a standby, which takes no writes',
        'let DATABASE_URL lead to the primary, or promote this server (docs/operators/standby.md)',
      )
    : wrong(
        'the database is read-only',
        'set default_transaction_read_only to off where it is on: the database, the role or postgresql.conf',
      );
};

/** Writes one row and rolls it back: triggers, policies and a full disk stand in no catalog. */
const tryToWrite = async (client: pg.ClientBase): Promise<void> => {
  await client.query('begin');
  await client
    .query('insert into worker_beat (worker, number, incarnation, confirmed) values ($1, 0, incarnation(), false)', [newId()])
    .finally(() => client.query('rollback'));
};

/** Checks that the role has the database privileges that the processes need. */
export const checkRights = async (client: pg.ClientBase): Promise<CheckResult> => {
  const { role, mayCreate, closed, mayMakeMonths } = await one<{
    role: string;
    mayCreate: boolean;
    closed: string[];
    mayMakeMonths: boolean;
  }>(
    client,
    `select current_user::text as role, has_schema_privilege(current_schema(), 'create') as "mayCreate", array(${closedTables(await ownTables())}) as closed,
       coalesce(has_function_privilege(to_regprocedure('make_month(text)'), 'execute') and has_function_privilege(to_regprocedure('drop_month(text, text)'), 'execute'), true) as "mayMakeMonths"`,
  );
  if (closed.length > 0)
    return wrong(
      `${role} may not read and write ${closed.length} tables (${closed[0]} …)`,
      `let ${role} own the database, or: grant select, insert, update, delete on all tables in schema public to ${role}`,
    );
  if (!mayMakeMonths)
    return wrong(
      `${role} may not make and drop the tables of months`,
      `grant execute on function make_month(text), drop_month(text, text) to ${role}`,
    );
  await tryToWrite(client);
  return mayCreate
    ? ok(`${role} reads and writes every table`)
    : note(`${role} reads and writes every table; migrations need a role that may create in the schema`);
};
