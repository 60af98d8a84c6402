import { flushCompileCache } from 'node:module';
import { startWorker } from '../compose-worker.ts';
import { announceProcess } from '../features/system/worker.ts';
import { followClock } from '../follow-clock.ts';
import { databaseMustFit } from '../start-checks.ts';
import { connectDatabase } from '../world.ts';
import { runProcess } from './run-process.ts';

/** By then the first work has been compiled too. */
const KEEP_COMPILED_AFTER_MS = 5_000;

await runProcess('push-worker', async (world) => {
  const db = connectDatabase(world);
  await databaseMustFit(db);
  const following = followClock(world, db);
  const { stop } = startWorker(world, db);
  const announced = announceProcess(db, 'push-worker');
  // Node keeps what it compiled only when a process ends by itself; after a crash the next start would compile it all again.
  setTimeout(flushCompileCache, KEEP_COMPILED_AFTER_MS).unref();
  return { stop: async () => void (await stop(), await announced.stop(), await following.stop(), await db.destroy()) };
});
