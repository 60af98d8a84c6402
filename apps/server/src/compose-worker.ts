import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { ConfigurationError } from './configuration-error.ts';
import { openFcmGateway, readServiceAccount, runWorker, WORK_CHANNEL } from './features/delivery/worker.ts';
import { endings } from './features/notifications/worker.ts';
import { type Ears, listenTo } from './platform/db/listen-to.ts';
import type { Database } from './tables.ts';
import { connectDatabase, type World } from './world.ts';

/** Reads the file that a setting names; without it no waiting helps. */
const readSetting = <T>(config: Config, name: 'PUSH_CREDENTIALS_FILE' | 'PUSH_CA_FILE', read: (file: string) => T): T => {
  const file = config[name];
  if (file === undefined) throw new ConfigurationError([`${name} (missing)`]);
  try {
    return read(file);
  } catch (error) {
    throw new ConfigurationError([`${name} (${error instanceof Error ? error.message : 'not readable'})`]);
  }
};
const readCertificate = (file: string): string => new X509Certificate(readFileSync(file)).toString();

/** The push worker. Throws when no credentials are configured. */
export const startWorker = (world: World, db: Database) => {
  const { config, log, now } = world;
  const push = openFcmGateway({
    endpoint: config.PUSH_ENDPOINT,
    account: readSetting(config, 'PUSH_CREDENTIALS_FILE', readServiceAccount),
    ca: config.PUSH_CA_FILE && readSetting(config, 'PUSH_CA_FILE', readCertificate),
    sessions: config.PUSH_SESSIONS,
    now,
  });
  const leaseDb = connectDatabase({ ...world, config: { ...config, DATABASE_POOL_SIZE: 1 } });
  let ears: Ears | undefined;
  const worker = runWorker({
    db,
    endings,
    leaseDb,
    push,
    now,
    appUrl: config.APP_URL,
    lanes: config.PUSH_LANES,
    perSecond: config.PUSH_RATE === 0 ? null : config.PUSH_RATE,
    leaseSeconds: config.PUSH_LEASE_SECONDS,
    alarm: (message, facts) => log.error(facts ?? {}, message),
    onError: (error) => log.warn({ err: error }, 'delivery interrupted'),
    isHearing: () => ears?.isHearing() ?? false,
  });
  ears = listenTo(config.DATABASE_URL, WORK_CHANNEL, worker.hint);
  const hearing = ears;
  return {
    stop: async (): Promise<void> => {
      await worker.stop();
      await hearing.close();
      await push.close();
      await leaseDb.destroy();
    },
  };
};
