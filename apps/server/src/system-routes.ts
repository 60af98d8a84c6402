import { tmpdir } from 'node:os';
import type { AdminHandle } from './callers.ts';
import { readCertificates, tlsAddresses } from './certificates.ts';
import { isPooled, type Context, type ProcessContext } from './context.ts';
import { addSystemRoutes } from './features/system/index.ts';
import { queryableOf } from './platform/checks/queryable.ts';
import { measureClock } from './platform/db/database-clock.ts';
import { ownSteps, schemaMisfit } from './platform/db/schema-fit.ts';
import type { Database } from './tables.ts';

/** The folders that a staff API writes to. */
export const foldersOf = ({ config }: Context): Record<string, string> => ({
  temporary: tmpdir(),
  ...(config.ENDCAP_FILES_S3_BUCKET === undefined && { files: config.ENDCAP_FILES_DIR }),
});

/** Adds the routes of the page "System health". */
export const addSystem = (handle: AdminHandle, context: ProcessContext, db: Database): void => {
  const { config, now, clock } = context;
  addSystemRoutes(handle, {
    client: queryableOf(db),
    db,
    now,
    clockAheadMs: async () => {
      if (clock.aheadMs() === null) await measureClock(db, clock);
      return clock.aheadMs() ?? 0;
    },
    misfit: async () => schemaMisfit(db, await ownSteps()),
    poolSize: isPooled(config) ? 0 : config.ENDCAP_DATABASE_POOL_SIZE,
    folders: Object.values(foldersOf(context)),
    proxy: config,
    certificates: { addresses: () => tlsAddresses(config), read: readCertificates },
  });
};
