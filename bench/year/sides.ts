import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import { readConfig } from '../../apps/server/src/config.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { connectDatabase } from '../../apps/server/src/context.ts';
import { API_FLAGS } from '../../scripts/launch/api-flags.ts';
import { ensureDatabase } from '../../scripts/postgres/cluster.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import type { DeliveryWorld } from '../../scripts/test/delivery-world.ts';
import { fillYear } from './fill-year.ts';
import type { Scale } from './scale.ts';

export type Side = {
  pool: pg.Pool;
  db: ReturnType<typeof connectDatabase>;
  processes: Record<'adminApi' | 'appApi', ChildProcess>;
  startWorker: () => Promise<ChildProcess>;
  adminPort: number;
  appPort: number;
  fillSeconds: number;
  close: () => Promise<void>;
};

/** A database of so many days on the world's server, with one of each process on it. */
export const openSide = async (world: DeliveryWorld, name: string, scale: Scale, days: number): Promise<Side> => {
  await ensureDatabase(world.cluster, name);
  const address = { DATABASE_URL: world.cluster.url(name) };
  await migrate(address.DATABASE_URL);
  const pool = new pg.Pool({ connectionString: address.DATABASE_URL, max: 4 });
  pool.on('error', () => {});
  const startedAt = performance.now();
  await fillYear(pool, scale, days);
  const fillSeconds = Math.round((performance.now() - startedAt) / 1000);
  const [adminPort, appPort] = [await freePort(), await freePort()];
  const own = { ...address, LOG_LEVEL: 'warn', ENDCAP_APP_RATE_LIMIT: '1000000', ENDCAP_APP_FEED_LIMIT: '1000000' };
  const db = connectDatabase({
    config: readConfig({ ...world.settings, ...address }),
    log: createLog('silent', 'bench'),
    now: () => new Date(),
  });
  return {
    pool,
    db,
    processes: {
      adminApi: await world.startProcess('admin-api', { ...own, ENDCAP_ADMIN_PORT: String(adminPort) }, API_FLAGS),
      appApi: await world.startProcess('app-api', { ...own, ENDCAP_APP_PORT: String(appPort) }, API_FLAGS),
    },
    startWorker: () => world.startWorker(address),
    adminPort,
    appPort,
    fillSeconds,
    close: async () => {
      await db.destroy();
      await pool.end();
    },
  };
};
