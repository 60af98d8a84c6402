import { tmpdir } from 'node:os';
import type pg from 'pg';
import type { Config } from '../../apps/server/src/config.ts';
import { openFiles } from '../../apps/server/src/open-files.ts';
import { openPush } from '../../apps/server/src/open-push.ts';
import { openPool } from '../../apps/server/src/platform/db/connection.ts';
import { pingWritable } from '../../apps/server/src/platform/db/ping.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { databaseMustFit, databaseMustLetIn, pageMustBeBuilt } from '../../apps/server/src/start-checks.ts';
import { connectDatabase, directUrl, isPooled } from '../../apps/server/src/world.ts';
import { checkAddress, checkCertificates } from './certificate-checks.ts';
import { checkClock, checkCollation, checkExtensions, checkPool, checkRights, checkVersion, whyReadOnly } from './database-checks.ts';
import { type Finding, type Found, look, note, ok, wrong } from './finding.ts';
import { checkDisk, checkIssuer, checkProxy, checkPush, checkStorage } from './outside-checks.ts';
import { checkHearing, checkLimits, checkStandby } from './session-checks.ts';
import { checkProcesses, describeVersion } from './version-checks.ts';
import { checkBackup, checkMonths, checkSending, checkWorkers } from './work-checks.ts';

/** What everything here is written for; `npm` brings it, whoever starts the processes by themselves may have another. */
const NODE = 24;

export type Doctor = {
  config: Config;
  /** What is told where no database is set or runs. */
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

/** Runs `work` on a connection of its own. */
const onClient = async <R>(config: Config, work: (client: pg.ClientBase) => Promise<R>): Promise<R> => {
  const pool = openPool({ url: config.DATABASE_URL, isPooled: isPooled(config), poolSize: 1, onError: () => {} });
  try {
    const client = await pool.connect();
    return await work(client).finally(() => client.release());
  } finally {
    await pool.end();
  }
};

const isReadOnly = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25006';

type Database = ReturnType<typeof connectDatabase>;
type Reached = { config: Config; client: pg.ClientBase; db: Database; now: () => Date };
type DatabaseCheck = {
  name: string;
  looks: (reached: Reached) => Promise<Found>;
  todo: string;
  /** It reads tables: on another version's schema it would fail for that reason alone. */
  needsSchema?: boolean;
};

const READ_LOG = 'see what PostgreSQL says in its log';
const SCHEMA = 'schema';
const databaseChecks: readonly DatabaseCheck[] = [
  { name: 'postgresql', looks: ({ client }) => checkVersion(client), todo: READ_LOG },
  { name: 'extensions', looks: ({ client }) => checkExtensions(client), todo: READ_LOG },
  { name: 'collation', looks: ({ client }) => checkCollation(client), todo: READ_LOG },
  {
    name: SCHEMA,
    looks: async ({ db }) => {
      await databaseMustFit(db);
      return ok('it has every step of this version');
    },
    todo: 'npm run migrate, or start the version that this database belongs to',
  },
  { name: 'rights', looks: ({ client }) => checkRights(client), todo: READ_LOG, needsSchema: true },
  { name: 'clock', looks: ({ client, now }) => checkClock(client, () => now().getTime()), todo: READ_LOG },
  { name: 'limits', looks: ({ client }) => checkLimits(client), todo: READ_LOG },
  { name: 'hearing', looks: ({ config }) => checkHearing(directUrl(config)), todo: 'check ENDCAP_DATABASE_DIRECT_URL' },
  {
    name: 'connections',
    looks: ({ client, config }) => checkPool(client, isPooled(config) ? 0 : config.ENDCAP_DATABASE_POOL_SIZE),
    todo: READ_LOG,
  },
  { name: 'standby', looks: ({ client }) => checkStandby(client), todo: READ_LOG },
  { name: 'workers', looks: ({ client }) => checkWorkers(client), todo: READ_LOG },
  { name: 'processes', looks: ({ client }) => checkProcesses(client), todo: READ_LOG },
  { name: 'sending', looks: ({ db }) => checkSending(db), todo: READ_LOG, needsSchema: true },
  { name: 'months', looks: ({ db, now }) => checkMonths(db, now()), todo: 'npm run migrate', needsSchema: true },
  { name: 'last backup', looks: ({ db, now }) => checkBackup(db, now()), todo: 'npm run migrate', needsSchema: true },
];

const notLookedAt = (name: string, why: string): Finding => ({ name, ...note(`not looked at, since ${why}`) });

type Report = (finding: Finding) => void;
/** `look`, whose finding is reported as soon as it is there. */
const reporting =
  (report: Report): typeof look =>
  async (...given) => {
    const finding = await look(...given);
    report(finding);
    return finding;
  };

const databaseFindings = async (reached: Reached, report: Report): Promise<Finding[]> => {
  const findings: Finding[] = [];
  let fits = true;
  for (const { name, looks, todo, needsSchema = false } of databaseChecks) {
    const isSkipped: boolean = needsSchema && !fits;
    const finding: Finding = isSkipped ? notLookedAt(name, 'the schema does not fit') : await look(name, () => looks(reached), todo);
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
  try {
    const database = await reporting(report)(
      'database',
      reached,
      'check DATABASE_URL, whether PostgreSQL runs, listens there and lets this machine in (pg_hba.conf)',
    );
    if (database.state === 'ok')
      return [database, ...(await onClient(config, (client) => databaseFindings({ config, client, db, now }, report)))];
    const rest = databaseChecks.map(({ name }) => notLookedAt(name, 'the database cannot be used'));
    for (const finding of rest) report(finding);
    return [database, ...rest];
  } finally {
    await db.destroy();
  }
};

const reachable = (setting: string): string =>
  `check ${setting}, where its name leads, and whether this machine may reach the proxy at its public address`;

const settingsInWords = ({ NODE_ENV }: Config, overridden: readonly string[]): string =>
  `NODE_ENV is ${NODE_ENV}; all of them can be read${overridden.length > 0 ? `; the environment overrides ${overridden.join(', ')}` : ''}`;

/** Looks at everything that Endcap stands on, leaves nothing changed, and never tells a secret (OPS-03). */
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
  const written = [...(bucket ? [] : [config.ENDCAP_FILES_DIR]), tmpdir()];
  const page = async () => {
    await pageMustBeBuilt(config);
    return ok(`it lies in ${config.ENDCAP_WEB_DIR}`);
  };
  const known: Finding[] = [
    { name: 'settings', ...ok(settingsInWords(config, overridden)) },
    { name: 'version', ...describeVersion() },
    { name: 'node', ...checkNode(nodeVersion) },
  ];
  for (const finding of known) report(finding);
  const lookAt = reporting(report);
  return [
    ...known,
    ...(await findingsOfDatabase({ config, now, noDatabase }, report)),
    ...(await Promise.all([
      lookAt('disk', () => checkDisk(written), 'check ENDCAP_FILES_DIR and TMPDIR'),
      lookAt('page', page, 'npm run build, or set ENDCAP_WEB_DIR to where the built page lies'),
      lookAt(
        'files',
        () => checkStorage(storage, bucket ? `the bucket ${bucket}` : config.ENDCAP_FILES_DIR),
        bucket
          ? 'check ENDCAP_FILES_S3_ENDPOINT, _BUCKET, _REGION and that its key may write, read and delete'
          : 'let the account of the processes write to ENDCAP_FILES_DIR',
      ),
      lookAt(
        'identity provider',
        () => checkIssuer(config),
        'check ENDCAP_OIDC_ISSUER to the sign, and that this machine may reach it (docs/sign-in.md)',
      ),
      lookAt(
        'push service',
        async () => checkPush(openPush({ config, log: createLog('silent', 'doctor'), now }), now(), config),
        'set ENDCAP_PUSH_CREDENTIALS_FILE to the key of a service account (docs/push-with-fcm.md)',
      ),
      lookAt('proxy', async () => checkProxy(config), 'check ENDCAP_TRUSTED_PROXIES'),
      lookAt(
        'staff address',
        () => checkAddress({ url: config.ENDCAP_ADMIN_URL, counts: false, now: now() }),
        reachable('ENDCAP_ADMIN_URL'),
      ),
      lookAt('app address', () => checkAddress({ url: config.ENDCAP_APP_URL, counts: true, now: now() }), reachable('ENDCAP_APP_URL')),
      lookAt('certificates', () => checkCertificates(config, now()), 'check ENDCAP_PUSH_CA_FILE'),
    ])),
  ];
};
