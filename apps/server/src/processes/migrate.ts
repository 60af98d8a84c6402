import { databaseMustLetIn } from '../start-checks.ts';
import { connectDatabase } from '../world.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runProcess } from './run-process.ts';

await runProcess('migrate', async (world) => {
  const db = connectDatabase(world);
  await databaseMustLetIn(db);
  const applied = await migrate(world.config.DATABASE_URL);
  world.log.info({ applied }, 'database is up to date');
  await db.destroy();
  process.exit(0);
});
