import { setTimeout as sleep } from 'node:timers/promises';
import { notificationRoutes } from '@endcap/contract/notifications';
import { expect, inject } from 'vitest';
import { noteWait } from './note-wait.ts';
import { startPlan } from '../src/features/delivery/accept/start-plan.ts';
import { runWorker, WORK_CHANNEL, type Worker, type WorkerDeps } from '../src/features/delivery/worker.ts';
import { listenTo } from '../src/platform/db/listen-to.ts';
import { endings, plansOf } from '../src/features/notifications/worker.ts';
import { aNotification } from './builders.ts';
import type { FreshWorld } from './fresh-world.ts';

export { endings };

export type Seen = {
  details: { successful: number; remaining: number; failed: number; converted: number } | null;
  errors: string[];
  failures: { reason: string; count: number }[];
  notificationIds: string[];
  sending: { state: string; since: string | null; pauseReason: string | null };
};

/**
 * Starts a worker within the test, without a rate limit. PostgreSQL notifies it of sends, as in the product. It keeps polling as well,
 * because tests change rows without a notification.
 */
export const workOn = (world: FreshWorld, { push = world.push(), ...facts }: Partial<WorkerDeps> = {}): Worker => {
  const worker = runWorker({
    db: world.db,
    endings,
    plans: plansOf('endcap://'),
    leaseDb: world.db,
    push,
    appUrl: 'http://app',
    lanes: 3,
    perSecond: null,
    leaseSeconds: 5,
    alarm: () => {},
    onError: () => {},
    ...facts,
  });
  const listening = listenTo(world.databaseUrl, WORK_CHANNEL, worker.hint);
  return { ...worker, stop: () => Promise.all([listening.close(), worker.stop()]).then(() => {}) };
};

/** Handles a due plan like a worker, without sending. Returns false if no plan is due. */
export const startDuePlan = (world: FreshWorld): Promise<boolean> =>
  startPlan({ db: world.db, endings, plans: plansOf('endcap://'), alarm: () => {} });

/** Returns whether all recipients have an outcome. */
export const isOver = ({ details }: Seen): boolean => details !== null && details.remaining === 0;

/** Sends and reads notifications as the administrator whose token is given. */
export const sendingAs = (world: () => FreshWorld, token: () => string) => {
  const seenOf = async (id: string): Promise<Seen> =>
    (await world().staff(notificationRoutes.details, { params: { notificationId: id }, token: token() })).body;
  return {
    seenOf,
    send: async (facts: Record<string, unknown> = {}, store?: string): Promise<string> => {
      const { status, body } = await world().staff(notificationRoutes.send, {
        token: token(),
        ...(store && { store }),
        body: aNotification(facts),
      });
      expect(status).toBe(201);
      return body._id;
    },
    /** Waits until the details satisfy `done`. */
    until: async (id: string, done: (seen: Seen) => boolean): Promise<Seen> => {
      const beganAt = Date.now();
      for (;;) {
        const seen = await seenOf(id);
        const ms = Date.now() - beganAt;
        if (done(seen)) {
          noteWait(String(done), ms);
          return seen;
        }
        if (ms > inject('patience').start) throw new Error(`Not what is waited for: ${JSON.stringify(seen)}`);
        await sleep(25);
      }
    },
  };
};
