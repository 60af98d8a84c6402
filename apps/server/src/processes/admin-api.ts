import { startUpkeep } from '../compose-upkeep.ts';
import { buildAdminApi } from '../compose-admin-api.ts';
import { announceProcess } from '../features/system/worker.ts';
import { followClock } from '../follow-clock.ts';
import { deadlines } from '../platform/deadlines.ts';
import { leave } from '../platform/http/leaving.ts';
import { listen } from '../platform/http/listen.ts';
import { databaseMustFit, filesMustBeWritable, pageMustBeBuilt } from '../start-checks.ts';
import { connectDatabase } from '../context.ts';
import { runProcess } from './run-process.ts';

await runProcess('admin-api', async (context) => {
  const db = connectDatabase(context);
  await Promise.all([databaseMustFit(db), pageMustBeBuilt(context.config), filesMustBeWritable(context.config)]);
  const following = followClock(context, db);
  const app = await buildAdminApi(context, db);
  await app.ready();
  const announced = announceProcess(db, 'admin-api');
  let upkeep: ReturnType<typeof startUpkeep> | undefined;
  const graceMs = context.config.ENDCAP_DRAIN_SECONDS * 1_000;
  return {
    warming: app.warming,
    listen: async () => {
      await listen(app, { host: context.config.HOST, port: context.config.ENDCAP_ADMIN_PORT });
      upkeep = startUpkeep(context, db, announced.id);
    },
    within: graceMs + deadlines.leaveWithin,
    stop: async () =>
      void (await leave(app, graceMs), await upkeep?.stop(), await announced.stop(), await following.stop(), await db.destroy()),
  };
});
