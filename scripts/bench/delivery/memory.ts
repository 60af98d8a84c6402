import { residentMegabytes } from '../processes.ts';
import { deliveryWorld } from '../../test/delivery-world.ts';

/** Shares of the whole audience that are sent to one after the other. */
const SHARES = [0.2, 1];

/** Most memory that one worker takes while it sends to a fifth of `devices` (default 1,000,000) and then to all of them, megabytes. */
export const benchMemory = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 1_000_000);
  const world = await deliveryWorld({ devices });
  await world.pool.query('update device set is_tester = true where seq <= $1', [devices * (SHARES[0] ?? 0)]);
  const { pid } = await world.startWorker();
  const megabytes: Record<string, number> = {};
  for (const share of SHARES) {
    const id = `share${share * 100}`;
    let most = 0;
    await world.send(id, { of: share === 1 ? 'everyone' : 'testers' });
    await world.finished(id, () => {
      most = Math.max(most, residentMegabytes(pid));
    });
    megabytes[String(devices * share)] = Math.round(most);
    await world.forgetLedger();
  }
  await world.close();
  return { bench: 'memory', workerResidentMegabytes: megabytes };
};
