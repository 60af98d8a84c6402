import { tellRole } from '../platform/db/role-settings.ts';
import { databaseMustLetIn } from '../start-checks.ts';
import { connectDirectly, directUrl, isPooled } from '../world.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runProcess } from './run-process.ts';

await runProcess('migrate', async (world) => {
  const { config, log } = world;
  const db = connectDirectly(world);
  await databaseMustLetIn(db, isPooled(config) ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
  const applied = await migrate(directUrl(config));
  log.info({ applied }, 'database is up to date');
  if (isPooled(config)) await tellRole(config.DATABASE_URL, directUrl(config));
  await db.destroy();
  process.exit(0);
});
