import { tmpdir } from 'node:os';
import type pg from 'pg';
import type { Config } from '../../apps/server/src/config.ts';
import { type Checked, type ServerCheck, serverChecks } from '../../apps/server/src/features/system/index.ts';
import { openFiles } from '../../apps/server/src/open-files.ts';
import { openPush } from '../../apps/server/src/open-push.ts';
import { type Finding, type CheckResult, runCheck, note, ok, wrong } from '../../apps/server/src/platform/checks/finding.ts';
import { checkDisk, checkProxy } from '../../apps/server/src/platform/checks/machine-checks.ts';
import { createDatabaseClock } from '../../apps/server/src/platform/db/database-clock.ts';
import { pingWritable } from '../../apps/server/src/platform/db/ping.ts';
import { ownSteps, schemaMisfit } from '../../apps/server/src/platform/db/schema-fit.ts';
import { errorText } from '../../apps/server/src/platform/error-text.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { databaseMustLetIn, pageMustBeBuilt } from '../../apps/server/src/start-checks.ts';
import { connectDatabase, directUrl, isPooled } from '../../apps/server/src/context.ts';
import { checkAddress, checkCertificates } from './certificate-checks.ts';
import { checkRights, whyReadOnly } from './database-checks.ts';
import { onClient } from './database-facts.ts';
import { checkIssuer, checkPush, checkStorage } from './outside-checks.ts';
import { checkListen } from './session-checks.ts';
import { describeVersion } from './version-checks.ts';

/** Supported major version of Node. `npm` installs it; processes started without `npm` may run another one. */
const NODE = 24;

export type Doctor = {
  config: Config;
  /** Message if no database is configured or running. */
  noDatabase?: string | undefined;
  /** Settings of `npm start` that the environment overrides. */
  overridden?: readonly string[];
  nodeVersion?: string;
  now?: () => Date;
  /** Called with each finding as soon as there is one. */
  report?: (finding: Finding) => void;
};

const checkNode = (version: string) =>
  Number(version.split('.')[0]) >= NODE
    ? ok(version)
    : wrong(
        `${version}, which cannot run TypeScript`,
        `start the processes with Node ${NODE}: node_modules/.bin/node of an installed Endcap is one`,
      );

const isReadOnly = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25006';

type Database = ReturnType<typeof connectDatabase>;
type Reached = Checked & { config: Config; client: pg.ClientBase; db: Database };
type DatabaseCheck = Omit<ServerCheck, 'looks'> & { name: string; looks: (reached: Reached) => Promise<CheckResult> };

const READ_LOG = 'see what PostgreSQL says in its log';
const SCHEMA = 'schema';
/** A check that a running server performs as well. */
const shared = (name: keyof typeof serverChecks): DatabaseCheck => ({ name, ...serverChecks[name] });
const databaseChecks: readonly DatabaseCheck[] = [
  shared('postgresql'),
  shared('extensions'),
  shared('collation'),
  shared(SCHEMA),
  { name: 'rights', looks: ({ client }) => checkRights(client), todo: READ_LOG, needsSchema: true },
  shared('clock'),
  shared('limits'),
  { name: 'hearing', looks: ({ config }) => checkListen(directUrl(config)), todo: 'check ENDCAP_DATABASE_DIRECT_URL' },
  shared('connections'),
  shared('standby'),
  shared('workers'),
  shared('processes'),
  shared('sending'),
  shared('months'),
  shared('last backup'),
];

/** The folders that this machine's processes write to. */
const foldersOf = ({ ENDCAP_FILES_S3_BUCKET, ENDCAP_FILES_DIR }: Config): string[] => [
  ...(ENDCAP_FILES_S3_BUCKET === undefined ? [ENDCAP_FILES_DIR] : []),
  tmpdir(),
];

/** Returns the inputs of the checks that a running server performs as well. */
const checkedBy = (config: Config, client: pg.ClientBase, db: Database, now: () => Date): Reached => ({
  config,
  client,
  db,
  now,
  clockAheadMs: async () => {
    const clock = createDatabaseClock({ system: () => now().getTime() });
    await clock.measure((statement) => client.query(statement));
    return clock.aheadMs() ?? 0;
  },
  misfit: async () => schemaMisfit(db, await ownSteps()),
  poolSize: isPooled(config) ? 0 : config.ENDCAP_DATABASE_POOL_SIZE,
  folders: foldersOf(config),
  proxy: config,
});

const skippedCheck = (name: string, why: string): Finding => ({ name, ...note(`not looked at, since ${why}`) });

type Report = (finding: Finding) => void;
/** Wraps `look` so that each finding is reported at once. */
const reporting =
  (report: Report): typeof runCheck =>
  async (...args) => {
    const finding = await runCheck(...args);
    report(finding);
    return finding;
  };

const databaseFindings = async (reached: Reached, report: Report): Promise<Finding[]> => {
  const findings: Finding[] = [];
  let fits = true;
  for (const { name, looks, todo, needsSchema = false } of databaseChecks) {
    const isSkipped: boolean = needsSchema && !fits;
    const finding: Finding = isSkipped ? skippedCheck(name, 'the schema does not fit') : await runCheck(name, () => looks(reached), todo);
    if (name === SCHEMA) fits = finding.state === 'ok';
    report(finding);
    findings.push(finding);
  }
  return findings;
};

const findingsOfDatabase = async ({ config, now, noDatabase }: Doctor & { now: () => Date }, report: Report): Promise<Finding[]> => {
  const db = connectDatabase({ config, log: createLog('silent', 'doctor'), now });
  const reached = async () => {
    if (noDatabase) return wrong(noDatabase, 'npm start, or set DATABASE_URL');
    await databaseMustLetIn(db);
    try {
      await pingWritable(db);
    } catch (error) {
      if (isReadOnly(error)) return onClient(config, whyReadOnly);
      throw error;
    }
    const { host, pathname } = new URL(config.DATABASE_URL);
    return ok(`${host}${pathname} lets us in`);
  };
  const unchecked = (database: Finding): Finding[] => {
    const rest = databaseChecks.map(({ name }) => skippedCheck(name, 'the database cannot be used'));
    for (const finding of rest) report(finding);
    return [database, ...rest];
  };
  const todo = 'check DATABASE_URL, whether PostgreSQL runs, listens there and lets this machine in (pg_hba.conf)';
  try {
    const database = await reporting(report)('database', reached, todo);
    if (database.state !== 'ok') return unchecked(database);
    try {
      return [database, ...(await onClient(config, (client) => databaseFindings(checkedBy(config, client, db, now), report)))];
    } catch (error) {
      // The second connection is refused, for example because too many are in use.
      const refused: Finding = { name: 'database', ...wrong(errorText(error), todo) };
      report(refused);
      return unchecked(refused);
    }
  } finally {
    await db.destroy();
  }
};

const reachable = (setting: string): string =>
  `check ${setting}, where its name leads, and whether this machine may reach the proxy at its public address`;

const settingsInWords = ({ NODE_ENV }: Config, overridden: readonly string[]): string =>
  `NODE_ENV is ${NODE_ENV}; all of them can be read${overridden.length > 0 ? `; the environment overrides ${overridden.join(', ')}` : ''}`;

/** Checks every dependency of Endcap. Changes nothing, and the findings contain no secrets (OPS-03). */
export const runDoctor = async ({
  config,
  noDatabase,
  overridden = [],
  nodeVersion = process.versions.node,
  now = () => new Date(),
  report = () => {},
}: Doctor): Promise<Finding[]> => {
  const { storage } = openFiles({ config, now });
  const bucket = config.ENDCAP_FILES_S3_BUCKET;
  const page = async () => {
    await pageMustBeBuilt(config);
    return ok(`it lies in ${config.ENDCAP_WEB_DIR}`);
  };
  const ownFindings: Finding[] = [
    { name: 'settings', ...ok(settingsInWords(config, overridden)) },
    { name: 'version', ...describeVersion() },
    { name: 'node', ...checkNode(nodeVersion) },
  ];
  for (const finding of ownFindings) report(finding);
  const check = reporting(report);
  return [
    ...ownFindings,
    ...(await findingsOfDatabase({ config, now, noDatabase }, report)),
    ...(await Promise.all([
      check('disk', () => checkDisk(foldersOf(config)), serverChecks.disk.todo),
      check('page', page, 'npm run build, or set ENDCAP_WEB_DIR to where the built page lies'),
      check(
        'files',
        () => checkStorage(storage, bucket ? `the bucket ${bucket}` : config.ENDCAP_FILES_DIR),
        bucket
          ? 'check ENDCAP_FILES_S3_ENDPOINT, _BUCKET, _REGION and that its key may write, read and delete'
          : 'let the account of the processes write to ENDCAP_FILES_DIR',
      ),
      check(
        'identity provider',
        () => checkIssuer(config),
        'check ENDCAP_OIDC_ISSUER to the sign, and that this machine may reach it (docs/operators/sign-in.md)',
      ),
      check(
        'push service',
        async () => checkPush(openPush({ config, log: createLog('silent', 'doctor'), now }), now(), config),
        'set ENDCAP_PUSH_CREDENTIALS_FILE to the key of a service account (docs/operators/push-with-fcm.md)',
      ),
      check('proxy', async () => checkProxy(config), serverChecks.proxy.todo),
      check(
        'staff address',
        () => checkAddress({ url: config.ENDCAP_ADMIN_URL, counts: false, now: now() }),
        reachable('ENDCAP_ADMIN_URL'),
      ),
      check('app address', () => checkAddress({ url: config.ENDCAP_APP_URL, counts: true, now: now() }), reachable('ENDCAP_APP_URL')),
      check('certificates', () => checkCertificates(config, now()), 'check ENDCAP_PUSH_CA_FILE'),
    ])),
  ];
};
