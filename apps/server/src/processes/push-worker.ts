import { flushCompileCache } from 'node:module';
import { startWorker } from '../compose-worker.ts';
import { announceProcess } from '../features/system/worker.ts';
import { followClock } from '../follow-clock.ts';
import { databaseMustFit } from '../start-checks.ts';
import { connectDatabase } from '../context.ts';
import { runProcess } from './run-process.ts';

/** By then the code of the first work is compiled, too. */
const FLUSH_CACHE_AFTER_MS = 5_000;

await runProcess('push-worker', async (context) => {
  const db = connectDatabase(context);
  await databaseMustFit(db);
  const following = followClock(context, db);
  const { stop } = startWorker(context, db);
  const announced = announceProcess(db, 'push-worker');
  // Node stores its compile cache only on a regular exit. After a crash the next start would compile everything again.
  setTimeout(flushCompileCache, FLUSH_CACHE_AFTER_MS).unref();
  return { stop: async () => void (await stop(), await announced.stop(), await following.stop(), await db.destroy()) };
});
