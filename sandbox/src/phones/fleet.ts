import { setTimeout as sleep } from 'node:timers/promises';
import { installOf, secretOf } from '../demo/demo-ids.ts';
import type { Push } from '../push-gateway/answers.ts';
import { callAppApi } from './app-client.ts';

/** Share of people who open a push, and of phones that are switched off. */
const OPENING = 0.18;
const ASLEEP = 0.04;
const CALLS_AT_ONCE = 8;
const SHOWN_WITHIN_MS = 1_500;
const OPENED_WITHIN_MS = 20_000;
const TRIES = 5;

type Receipt = { path: string; secret: string; tries: number };

/** Thousands of simulated phones: each reports what it got and sometimes opens it, through the app API and with its own secret. */
export const startFleet = (appUrl: string, random: () => number = Math.random) => {
  const due: Receipt[] = [];
  let stopped = false;

  const later = (receipt: Receipt, ms: number): void => void setTimeout(() => due.push(receipt), ms).unref();

  const report = async (receipt: Receipt): Promise<void> => {
    const status = await callAppApi(appUrl, receipt.path, { method: 'POST', secret: receipt.secret }).then(
      (reply) => reply.status,
      () => 0,
    );
    // The push can arrive before the worker has written that it was accepted.
    if (status !== 204 && receipt.tries < TRIES) later({ ...receipt, tries: receipt.tries + 1 }, 1_000 * 2 ** receipt.tries);
  };

  const work = async (): Promise<void> => {
    while (!stopped) {
      const receipt = due.shift();
      if (receipt) await report(receipt);
      else await sleep(100);
    }
  };
  for (let n = 0; n < CALLS_AT_ONCE; n += 1) void work();

  return {
    /** A push reached a phone of the fleet; other addresses are ignored. */
    receive: ({ address, notificationId, data }: Push): void => {
      const number = /^sandbox-token-(\d+)$/.exec(address)?.[1];
      // A push that replaces or removes a message is not delivered or opened again.
      if (!number || data['action'] || random() < ASLEEP) return;
      const secret = secretOf(installOf(Number(number)));
      const path = `/app/v1/notifications/${notificationId}`;
      const shownMs = random() * SHOWN_WITHIN_MS;
      later({ path: `${path}/delivered`, secret, tries: 0 }, shownMs);
      if (random() < OPENING) later({ path: `${path}/opened`, secret, tries: 0 }, shownMs + random() * OPENED_WITHIN_MS);
    },
    stop: (): void => {
      stopped = true;
    },
  };
};
