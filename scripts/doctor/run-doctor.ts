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
import { checkClock, checkCollation, checkExtensions, checkPool, checkRights, checkVersion, whyReadOnly } from './database-checks.ts';
import { type Finding, look, note, ok, wrong } from './finding.ts';
import { checkDisk, checkIssuer, checkProxy, checkPush, checkStorage } from './outside-checks.ts';
import { checkHearing, checkLimits, checkStandby } from './session-checks.ts';
import { checkBackup, checkMonths, checkSending, checkWorkers } from './work-checks.ts';

/** What everything here is written for; `npm` brings it, whoever starts the processes by themselves may have another. */
const NODE = 24;

export type Doctor = {
  config: Config;
  /** What is told where no database is set or runs. */
  noDatabase?: string | undefined;
  nodeVersion?: string;
  now?: () => Date;
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

const databaseFindings = async (
  config: Config,
  { client, db, now }: { client: pg.ClientBase; db: ReturnType<typeof connectDatabase>; now: () => Date },
): Promise<Finding[]> => {
  const asked = (name: string, looks: (client: pg.ClientBase) => ReturnType<typeof checkVersion>): Promise<Finding> =>
    look(name, () => looks(client), 'see what PostgreSQL says in its log');
  const fits = async () => {
    await databaseMustFit(db);
    return ok('it has every step of this version');
  };
  return [
    await asked('postgresql', checkVersion),
    await asked('rights', checkRights),
    await asked('extensions', checkExtensions),
    await asked('collation', checkCollation),
    await look('schema', fits, 'npm run migrate, or start the version that this database belongs to'),
    await asked('clock', (on) => checkClock(on, () => now().getTime())),
    await asked('limits', checkLimits),
    await look('hearing', () => checkHearing(directUrl(config)), 'check DATABASE_DIRECT_URL'),
    await asked('connections', (on) => checkPool(on, isPooled(config) ? 0 : config.DATABASE_POOL_SIZE)),
    await asked('standby', checkStandby),
    await asked('workers', checkWorkers),
    await look('sending', () => checkSending(db), 'see what PostgreSQL says in its log'),
    await look('months', () => checkMonths(db, now()), 'npm run migrate'),
    await look('last backup', () => checkBackup(db, now()), 'npm run migrate'),
  ];
};

const DATABASE_CHECKS = [
  'postgresql',
  'rights',
  'extensions',
  'collation',
  'schema',
  'clock',
  'limits',
  'hearing',
  'connections',
  'standby',
  'workers',
  'sending',
  'months',
  'last backup',
];

const findingsOfDatabase = async (config: Config, now: () => Date, noDatabase: string | undefined): Promise<Finding[]> => {
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
    const database = await look(
      'database',
      reached,
      'check DATABASE_URL, whether PostgreSQL runs, listens there and lets this machine in (pg_hba.conf)',
    );
    const rest =
      database.state === 'ok'
        ? await onClient(config, (client) => databaseFindings(config, { client, db, now }))
        : DATABASE_CHECKS.map((name): Finding => ({ name, ...note('not looked at, since the database cannot be used') }));
    return [database, ...rest];
  } finally {
    await db.destroy();
  }
};

/** Looks at everything that Endcap stands on, leaves nothing changed, and never tells a secret (OPS-03). */
export const runDoctor = async ({
  config,
  noDatabase,
  nodeVersion = process.versions.node,
  now = () => new Date(),
}: Doctor): Promise<Finding[]> => {
  const { storage } = openFiles({ config, now });
  const bucket = config.FILES_S3_BUCKET;
  const written = [...(bucket ? [] : [config.FILES_DIR]), tmpdir()];
  const page = async () => {
    await pageMustBeBuilt(config);
    return ok(`it lies in ${config.WEB_DIR}`);
  };
  return [
    { name: 'settings', ...ok(`NODE_ENV is ${config.NODE_ENV}; all of them can be read`) },
    { name: 'node', ...checkNode(nodeVersion) },
    ...(await findingsOfDatabase(config, now, noDatabase)),
    ...(await Promise.all([
      look('disk', () => checkDisk(written), 'check FILES_DIR and TMPDIR'),
      look('page', page, 'npm run build, or set WEB_DIR to where the built page lies'),
      look(
        'files',
        () => checkStorage(storage, bucket ? `the bucket ${bucket}` : config.FILES_DIR),
        bucket
          ? 'check FILES_S3_ENDPOINT, _BUCKET, _REGION and that its key may write, read and delete'
          : 'let the account of the processes write to FILES_DIR',
      ),
      look(
        'identity provider',
        () => checkIssuer(config),
        'check OIDC_ISSUER to the sign, and that this machine may reach it (docs/sign-in.md)',
      ),
      look(
        'push service',
        async () => checkPush(openPush({ config, log: createLog('silent', 'doctor'), now }), now()),
        'set PUSH_CREDENTIALS_FILE to the key of a service account (docs/push-with-fcm.md)',
      ),
      look('proxy', async () => checkProxy(config), 'check TRUSTED_PROXIES'),
    ])),
  ];
};
