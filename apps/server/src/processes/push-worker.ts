import { startWorker } from '../compose-worker.ts';
import { listenForWork } from '../features/delivery/listen-for-work.ts';
import { connectDatabase } from '../world.ts';
import { runProcess } from './run-process.ts';

await runProcess('push-worker', async (world) => {
  const db = connectDatabase(world);
  const worker = startWorker(world, db);
  const ears = listenForWork(world.config.DATABASE_URL, worker.hint);
  return { stop: async () => void (await ears.close(), await worker.stop(), await db.destroy()) };
});
