import { buildAdminApi, startUpkeep } from '../composition.ts';
import { listen } from '../platform/http/listen.ts';
import { databaseMustLetIn, filesMustBeWritable, pageMustBeBuilt } from '../start-checks.ts';
import { connectDatabase } from '../world.ts';
import { runProcess } from './run-process.ts';

await runProcess('admin-api', async (world) => {
  const db = connectDatabase(world);
  await Promise.all([databaseMustLetIn(db), pageMustBeBuilt(world.config), filesMustBeWritable(world.config)]);
  const app = await buildAdminApi(world, db);
  await listen(app, { host: world.config.HOST, port: world.config.ADMIN_PORT });
  const upkeep = startUpkeep(world, db);
  return { stop: async () => void (await app.close(), await upkeep.stop(), await db.destroy()) };
});
