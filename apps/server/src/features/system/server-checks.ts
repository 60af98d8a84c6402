import type { ServerCheckName } from '@endcap/contract/system';
import { checkCollation, checkExtensions, checkPool, checkVersion, judgeClock } from '../../platform/checks/database-checks.ts';
import { type CheckResult, ok, wrong } from '../../platform/checks/finding.ts';
import { checkDisk, checkProxy } from '../../platform/checks/machine-checks.ts';
import { checkProcesses, checkWorkers } from '../../platform/checks/process-checks.ts';
import type { Queryable } from '../../platform/checks/queryable.ts';
import { checkLimits, checkStandby } from '../../platform/checks/session-checks.ts';
import type { Database } from '../../tables.ts';
import { WORK_CHANNEL } from '../delivery/index.ts';
import { checkBackup, checkMonths, checkSending } from './work-checks.ts';

/** Inputs of the checks, for both the doctor and a running server. */
export type Checked = {
  client: Queryable;
  db: Database;
  now: () => Date;
  /** Milliseconds that the clock of this machine is ahead of the database's. */
  clockAheadMs: () => Promise<number>;
  /** Why the schema does not fit this version; null when it does. */
  misfit: () => Promise<string | null>;
  /** Connections of a process; 0 behind a pooler, which has its own. */
  poolSize: number;
  /** The folders that are written to. */
  folders: readonly string[];
  proxy: Parameters<typeof checkProxy>[0];
};

export type ServerCheck = {
  looks: (checked: Checked) => Promise<CheckResult>;
  todo: string;
  /** It reads tables: on another version's schema it would fail for that reason alone. */
  needsSchema?: true;
};

const READ_LOG = 'see what PostgreSQL says in its log';
const MIGRATE = 'npm run migrate, or start the version that this database belongs to';

/** The checks that both the doctor and a running server make. They change nothing, and each takes a moment. */
export const serverChecks: Readonly<Record<ServerCheckName, ServerCheck>> = {
  postgresql: { looks: ({ client }) => checkVersion(client), todo: READ_LOG },
  extensions: { looks: ({ client }) => checkExtensions(client), todo: READ_LOG },
  collation: { looks: ({ client }) => checkCollation(client), todo: READ_LOG },
  schema: {
    looks: async ({ misfit }) => {
      const reason = await misfit();
      return reason === null ? ok('it has every step of this version') : wrong(reason, MIGRATE);
    },
    todo: MIGRATE,
  },
  clock: { looks: async ({ clockAheadMs }) => judgeClock(await clockAheadMs()), todo: READ_LOG },
  limits: { looks: ({ client }) => checkLimits(client), todo: READ_LOG },
  connections: { looks: ({ client, poolSize }) => checkPool(client, poolSize), todo: READ_LOG },
  standby: { looks: ({ client }) => checkStandby(client), todo: READ_LOG },
  workers: { looks: ({ client }) => checkWorkers(client, WORK_CHANNEL), todo: READ_LOG },
  processes: { looks: ({ client }) => checkProcesses(client), todo: READ_LOG },
  sending: { looks: ({ db }) => checkSending(db), todo: READ_LOG, needsSchema: true },
  months: { looks: ({ db, now }) => checkMonths(db, now()), todo: 'npm run migrate', needsSchema: true },
  'last backup': { looks: ({ db, now }) => checkBackup(db, now()), todo: 'npm run migrate', needsSchema: true },
  disk: { looks: ({ folders }) => checkDisk(folders), todo: 'check ENDCAP_FILES_DIR and TMPDIR' },
  proxy: { looks: async ({ proxy }) => checkProxy(proxy), todo: 'check ENDCAP_TRUSTED_PROXIES' },
};
