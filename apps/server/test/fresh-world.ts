import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { buildAdminApi } from '../src/compose-admin-api.ts';
import { type AppApi, buildAppApi } from '../src/compose-app-api.ts';
import { connectDatabase, type ProcessContext } from '../src/context.ts';
import { readConfig } from '../src/config.ts';
import { openFcmGateway, type PushGateway, readServiceAccount } from '../src/features/delivery/worker.ts';
import { createDatabaseClock } from '../src/platform/db/database-clock.ts';
import { createLog } from '../src/platform/log.ts';
import { newId } from '../src/platform/ids.ts';
import type { Database } from '../src/tables.ts';
import { type Call, callerOf } from './caller.ts';

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('databaseUrl').replace('DATABASE', 'postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

/** A real database of its own, both APIs on it, and tokens of the sandbox's people. */
export type FreshWorld = {
  db: Database;
  databaseUrl: string;
  /** Milliseconds by which the world's clock is ahead of the real one, or the instant at which it is stopped. */
  clock: { aheadMs: number; stoppedAt: number | null };
  staff: Call;
  phone: Call;
  tokenOf: (person: string) => Promise<string>;
  /** Makes or changes a person at the identity provider. */
  person: (id: string, facts: Record<string, unknown>) => Promise<string>;
  /** A gateway client; of another gateway when its settings are given. */
  push: (other?: { env: Record<'ENDCAP_PUSH_ENDPOINT' | 'ENDCAP_PUSH_CREDENTIALS_FILE' | 'ENDCAP_PUSH_CA_FILE', string> }) => PushGateway;
  adminApp: FastifyInstance;
  appApp: AppApi;
  /** Another node of the app API; the caller closes it. */
  anotherAppApp: () => Promise<AppApi>;
  world: ProcessContext;
  close: () => Promise<void>;
};

/** Copies the database of a world, like a restored backup. The world loses its connections for a moment. */
const copyOf = async (original: FreshWorld, name: string): Promise<void> => {
  const from = original.databaseUrl.split('/').at(-1);
  // Block new connections first, because listeners reconnect at once.
  await onServer(`alter database ${from} allow_connections false`);
  await onServer(`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${from}'`);
  await onServer(`create database ${name} template ${from} strategy file_copy`);
  await onServer(`alter database ${from} allow_connections true`);
};

export const freshWorld = async (settings: Record<string, string> = {}, original?: FreshWorld): Promise<FreshWorld> => {
  const name = `test_${newId()}`;
  if (original) await copyOf(original, name);
  else await onServer(`create database ${name} template endcap_template strategy file_copy`);
  const databaseUrl = inject('databaseUrl').replace('DATABASE', name);
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    ENDCAP_DATABASE_POOL_SIZE: '12',
    ENDCAP_OIDC_ISSUER: inject('issuer'),
    ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
    ENDCAP_OIDC_AUDIENCE: 'urn:endcap:api',
    ENDCAP_TESTER_CODE: 'tester-code',
    ENDCAP_PUSH_ENDPOINT: inject('gatewayUrl'),
    ENDCAP_PUSH_CREDENTIALS_FILE: inject('credentialsFile'),
    ENDCAP_PUSH_CA_FILE: inject('caFile'),
    ENDCAP_FILES_DIR: `${inject('folder')}/${name}`,
    ENDCAP_WEB_DIR: '/nowhere',
    ENDCAP_APP_RATE_LIMIT: '100000',
    ENDCAP_APP_REGISTRATION_LIMIT: '100000',
    ENDCAP_APP_FEED_LIMIT: '100000',
    ENDCAP_APP_SECRET_LIMIT: '100000',
    ENDCAP_APP_QUESTION_LIMIT: '100000',
    ENDCAP_TEST_SEND_LIMIT: '100000',
    ENDCAP_APP_QUESTION_DAY_LIMIT: '100000',
    ...settings,
  });
  const clock: FreshWorld['clock'] = { aheadMs: 0, stoppedAt: null };
  const world: ProcessContext = {
    config,
    log: createLog('silent', 'test'),
    now: () => new Date(clock.stoppedAt ?? Date.now() + clock.aheadMs),
    // Tokens are not touched by a test that moves its clock.
    clock: createDatabaseClock(),
    // Tests read counts again at once.
    countsMaxAgeMs: 0,
  };
  // Long timeouts, so that slow queries do not fail on a busy machine.
  const db = connectDatabase(
    { ...world, clock: undefined },
    { connectMs: 60_000, statementMs: 90_000, silenceMs: 100_000, idleMs: 90_000 },
  );
  const adminApp = await buildAdminApi(world, db);
  const appApp = await buildAppApi(world, db);
  const gateways: PushGateway[] = [];
  const tokenOf = async (person: string): Promise<string> =>
    ((await (await fetch(`${inject('issuer')}/sandbox/token?person=${person}`)).json()) as { token: string }).token;
  return {
    db,
    databaseUrl,
    clock,
    world,
    adminApp,
    appApp,
    anotherAppApp: () => buildAppApi(world, db),
    staff: callerOf(adminApp),
    phone: callerOf(appApp),
    tokenOf,
    person: async (id, facts) => {
      await fetch(`${inject('issuer')}/sandbox/people/${id}`, { method: 'POST', body: JSON.stringify(facts) });
      return facts['disabled'] ? '' : tokenOf(id);
    },
    push: (
      { env } = {
        env: {
          ENDCAP_PUSH_ENDPOINT: config.ENDCAP_PUSH_ENDPOINT,
          ENDCAP_PUSH_CREDENTIALS_FILE: inject('credentialsFile'),
          ENDCAP_PUSH_CA_FILE: inject('caFile'),
        },
      },
    ) => {
      const gateway = openFcmGateway({
        endpoint: env.ENDCAP_PUSH_ENDPOINT,
        account: () => readServiceAccount(env.ENDCAP_PUSH_CREDENTIALS_FILE),
        ca: readFileSync(env.ENDCAP_PUSH_CA_FILE, 'utf8'),
        sessions: 2,
        now: world.now,
      });
      gateways.push(gateway);
      return gateway;
    },
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await adminApp.close();
      await appApp.close();
      await db.destroy();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
};

type GatewayFailure = { kind: string; count: number; retryAfter?: string };
type Behaviour = {
  latencyMs?: number;
  failures?: GatewayFailure[];
  mix?: Record<string, number>;
  seed?: number;
  retryAfters?: (string | null)[];
  slowMs?: number;
  goawayEvery?: number | null;
  maxStreams?: number;
  token?: { status?: number; delayMs?: number; expiresIn?: number };
};
/** Counts of a gateway for a notification. */
export type Ledger = {
  devices: number;
  sends: number;
  shown: number;
  visibleAtMost: number;
  dead: number;
  corrected: number;
  takenBack: number;
  changes: { correct: number; takeBack: number };
};

/** The control side of a push gateway. */
export const gatewayAt = (controlUrl: () => string) => ({
  /** Returns the whole behaviour, with the seed of its faults. */
  behave: async (behaviour: Behaviour) =>
    (await (await fetch(`${controlUrl()}/behaviour`, { method: 'POST', body: JSON.stringify(behaviour) })).json()) as { seed: number },
  /** Access tokens issued since it was last asked. */
  tokensIssued: async () => (await (await fetch(`${controlUrl()}/tokens-issued`)).json()) as number,
  withdrawTokens: (): Promise<unknown> => fetch(`${controlUrl()}/withdraw-tokens`, { method: 'POST' }),
  ledger: async (notificationId: string) => (await (await fetch(`${controlUrl()}/ledger/n${notificationId}`)).json()) as Ledger,
  addresses: async (notificationId: string) => (await (await fetch(`${controlUrl()}/addresses/n${notificationId}`)).json()) as string[],
});

/** The gateway that the test files share. No test changes its behaviour. */
export const gateway = gatewayAt(() => inject('gatewayControlUrl'));
