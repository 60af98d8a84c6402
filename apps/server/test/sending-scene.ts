import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { WorkerDeps } from '../src/features/delivery/worker.ts';
import { type FreshWorld, freshWorld, gatewayAt } from './fresh-world.ts';
import { ownGateway } from './own-gateway.ts';
import { sendingAs, workOn } from './sending.ts';

/**
 * For each test of the file or block a fresh world with an administrator, and workers that end with it; for all of them a push gateway of
 * their own, which each test finds well behaved. `usual` is what the workers are given where a test says nothing else.
 */
export const sendingScene = (usual: Partial<WorkerDeps> = {}) => {
  let own: Awaited<ReturnType<typeof ownGateway>>;
  let world: FreshWorld;
  let admin: string;
  const workers: { stop: () => Promise<void> }[] = [];
  const gateway = gatewayAt(() => own.controlUrl);
  const stopWorkers = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  };

  beforeAll(async () => {
    own = await ownGateway();
  });
  afterAll(() => own.stop());
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
      workers.push(workOn(world, { push: world.push(own), ...usual, ...facts }));
    },
    stopWorkers,
  };
};
