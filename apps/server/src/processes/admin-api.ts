import { setTimeout as sleep } from 'node:timers/promises';
import { buildAdminApi, startUpkeep } from '../composition.ts';
import { followClock } from '../follow-clock.ts';
import { deadlines } from '../platform/deadlines.ts';
import { leave } from '../platform/http/leaving.ts';
import { listen } from '../platform/http/listen.ts';
import { databaseMustFit, filesMustBeWritable, pageMustBeBuilt } from '../start-checks.ts';
import { connectDatabase } from '../world.ts';
import { runProcess } from './run-process.ts';

/** It answers already; a provider or a database that is slow to begin with does not hold it up. */
const WARM_WITHIN_MS = 1_000;

await runProcess('admin-api', async (world) => {
  const db = connectDatabase(world);
  await Promise.all([databaseMustFit(db), pageMustBeBuilt(world.config), filesMustBeWritable(world.config)]);
  const following = followClock(world, db);
  const app = await buildAdminApi(world, db);
  await listen(app, { host: world.config.HOST, port: world.config.ENDCAP_ADMIN_PORT });
  const upkeep = startUpkeep(world, db);
  const graceMs = world.config.ENDCAP_DRAIN_SECONDS * 1_000;
  return {
    warm: () => Promise.race([app.warm(), sleep(WARM_WITHIN_MS)]),
    within: graceMs + deadlines.leaveWithin,
    stop: async () => void (await leave(app, graceMs), await upkeep.stop(), await following.stop(), await db.destroy()),
  };
});
