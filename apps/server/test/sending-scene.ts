import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { WorkerDeps } from '../src/features/delivery/worker.ts';
import { type FreshWorld, freshWorld, gatewayAt } from './fresh-world.ts';
import { gatewayOfProcess } from './own-gateway.ts';
import { sendingAs, workOn } from './sending.ts';

/**
 * Creates a fresh world with an administrator for each test of the file or block, and stops the workers of the test with it. The push
 * gateway of the test process is reset before each test. `defaults` holds the default dependencies of the workers.
 */
export const sendingScene = (defaults: Partial<WorkerDeps> = {}) => {
  let own: Awaited<ReturnType<typeof gatewayOfProcess>>;
  let world: FreshWorld;
  let admin: string;
  const workers: { stop: () => Promise<void> }[] = [];
  const gateway = gatewayAt(() => own.controlUrl);
  const stopWorkers = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  };

  beforeAll(async () => {
    own = await gatewayOfProcess();
  });
  beforeEach(async () => {
    world = await freshWorld();
    admin = await world.tokenOf('admin');
    await gateway.behave({});
  });
  afterEach(async () => {
    await stopWorkers();
    await world.close();
  });

  return {
    get world() {
      return world;
    },
    get admin() {
      return admin;
    },
    get own() {
      return own;
    },
    gateway,
    ...sendingAs(
      () => world,
      () => admin,
    ),
    work: (facts: Partial<WorkerDeps> = {}): void => {
      workers.push(workOn(world, { push: world.push(own), ...defaults, ...facts }));
    },
    stopWorkers,
  };
};
