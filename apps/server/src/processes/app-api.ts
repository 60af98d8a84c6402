import { buildAppApi } from '../composition.ts';
import { announceProcess } from '../features/system/worker.ts';
import { followClock } from '../follow-clock.ts';
import { deadlines } from '../platform/deadlines.ts';
import { leave } from '../platform/http/leaving.ts';
import { listen } from '../platform/http/listen.ts';
import { databaseMustFit } from '../start-checks.ts';
import { connectDatabase } from '../world.ts';
import { runProcess } from './run-process.ts';

await runProcess('app-api', async (world) => {
  const db = connectDatabase(world);
  await databaseMustFit(db);
  const following = followClock(world, db);
  const app = await buildAppApi(world, db);
  await app.ready();
  const announced = announceProcess(db, 'app-api');
  const graceMs = world.config.ENDCAP_DRAIN_SECONDS * 1_000;
  return {
    warming: app.warming,
    listen: () => listen(app, { host: world.config.HOST, port: world.config.ENDCAP_APP_PORT }),
    within: graceMs + deadlines.leaveWithin,
    stop: async () => void (await leave(app, graceMs), await announced.stop(), await following.stop(), await db.destroy()),
  };
});
