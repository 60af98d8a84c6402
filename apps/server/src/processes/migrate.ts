import { ConfigurationError } from '../configuration-error.ts';
import { Unmigratable } from '../platform/db/migration-needs.ts';
import { setRoleSettings } from '../platform/db/role-settings.ts';
import { databaseMustLetIn } from '../start-checks.ts';
import { connectDirectly, directUrl, isPooled } from '../context.ts';
import { migrate } from '../platform/db/migrate.ts';
import { missingSteps } from '../platform/db/schema-fit.ts';
import { CHECK, runProcess } from './run-process.ts';

const MISSING_MIGRATIONS = 3;

await runProcess('migrate', async (context) => {
  const { config, log } = context;
  const db = connectDirectly(context);
  const setting = isPooled(config) ? 'ENDCAP_DATABASE_DIRECT_URL' : 'DATABASE_URL';
  await databaseMustLetIn(db, setting);
  if (process.argv[2] === CHECK) {
    const missing = await missingSteps(db);
    log.info({ missing }, missing.length > 0 ? 'the database lacks migrations' : 'database is up to date');
    process.exit(missing.length > 0 ? MISSING_MIGRATIONS : 0);
  }
  const applied = await migrate(directUrl(config)).catch((error: unknown) => {
    throw error instanceof Unmigratable ? new ConfigurationError(error.reasons.map((reason) => `${setting} (${reason})`)) : error;
  });
  log.info({ applied }, 'database is up to date');
  if (isPooled(config)) await setRoleSettings(config.DATABASE_URL, directUrl(config));
  await db.destroy();
  process.exit(0);
});
