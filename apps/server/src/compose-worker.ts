import { readFileSync } from 'node:fs';
import { openFcmGateway } from './features/delivery/fcm/fcm-gateway.ts';
import { readServiceAccount } from './features/delivery/fcm/service-account.ts';
import { runWorker } from './features/delivery/run-worker.ts';
import type { Database } from './tables.ts';
import type { World } from './world.ts';

/** The push worker, past the feature's index so that it loads nothing of the APIs. Throws when no credentials are configured. */
export const startWorker = ({ config, log, now }: World, db: Database) => {
  if (!config.PUSH_CREDENTIALS_FILE) throw new Error('Configuration: PUSH_CREDENTIALS_FILE (missing)');
  const push = openFcmGateway({
    endpoint: config.PUSH_ENDPOINT,
    account: readServiceAccount(config.PUSH_CREDENTIALS_FILE),
    ca: config.PUSH_CA_FILE ? readFileSync(config.PUSH_CA_FILE, 'utf8') : undefined,
    sessions: config.PUSH_SESSIONS,
    now,
  });
  const worker = runWorker({
    db,
    push,
    now,
    appUrl: config.APP_URL,
    lanes: config.PUSH_LANES,
    perSecond: config.PUSH_RATE === 0 ? null : config.PUSH_RATE,
    leaseSeconds: config.PUSH_LEASE_SECONDS,
    alarm: (message, facts) => log.error(facts ?? {}, message),
    onError: (error) => log.warn({ err: error }, 'delivery interrupted'),
  });
  return { ...worker, stop: () => worker.stop().then(push.close) };
};
