import { buildAppApi } from '../compose-app-api.ts';
import { announceProcess } from '../features/system/worker.ts';
import { followClock } from '../follow-clock.ts';
import { deadlines } from '../platform/deadlines.ts';
import { leave } from '../platform/http/leaving.ts';
import { listen } from '../platform/http/listen.ts';
import { databaseMustFit } from '../start-checks.ts';
import { connectDatabase } from '../context.ts';
import { runProcess } from './run-process.ts';

await runProcess('app-api', async (context) => {
  const db = connectDatabase(context);
  await databaseMustFit(db);
  const following = followClock(context, db);
  const app = await buildAppApi(context, db);
  await app.ready();
  const announced = announceProcess(db, 'app-api');
  const graceMs = context.config.ENDCAP_DRAIN_SECONDS * 1_000;
  return {
    warming: app.warming,
    listen: () => listen(app, { host: context.config.HOST, port: context.config.ENDCAP_APP_PORT }),
    within: graceMs + deadlines.leaveWithin,
    stop: async () => void (await leave(app, graceMs), await announced.stop(), await following.stop(), await db.destroy()),
  };
});
