import { startUpkeep } from '../compose-upkeep.ts';
import { buildAdminApi } from '../composition.ts';
import { announceProcess } from '../features/system/worker.ts';
import { followClock } from '../follow-clock.ts';
import { deadlines } from '../platform/deadlines.ts';
import { leave } from '../platform/http/leaving.ts';
import { listen } from '../platform/http/listen.ts';
import { databaseMustFit, filesMustBeWritable, pageMustBeBuilt } from '../start-checks.ts';
import { connectDatabase } from '../world.ts';
import { runProcess } from './run-process.ts';

await runProcess('admin-api', async (world) => {
  const db = connectDatabase(world);
  await Promise.all([databaseMustFit(db), pageMustBeBuilt(world.config), filesMustBeWritable(world.config)]);
  const following = followClock(world, db);
  const app = await buildAdminApi(world, db);
  await app.ready();
  const announced = announceProcess(db, 'admin-api');
  let upkeep: ReturnType<typeof startUpkeep> | undefined;
  const graceMs = world.config.ENDCAP_DRAIN_SECONDS * 1_000;
  return {
    warming: app.warming,
    listen: async () => {
      await listen(app, { host: world.config.HOST, port: world.config.ENDCAP_ADMIN_PORT });
      upkeep = startUpkeep(world, db, announced.id);
    },
    within: graceMs + deadlines.leaveWithin,
    stop: async () =>
      void (await leave(app, graceMs), await upkeep?.stop(), await announced.stop(), await following.stop(), await db.destroy()),
  };
});
