import { Problem } from '@endcap/contract/core';
import { deviceRoutes } from '@endcap/contract/devices';
import { fileUrl } from '@endcap/contract/files';
import type { AppHandle } from '../../callers.ts';
import { lookUpInTurns } from '../../platform/look-up-in-turns.ts';
import type { Database } from '../../tables.ts';
import { firstOfInboxes, inboxesOf, noteReceipt } from './receipt.repository.ts';

const LATELY_MS = 10_000;
/** An answer that may be as old: what becomes valid anew is in inboxes so much later at most. */
const askedLately = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let known: { at: number; answer: Promise<T> } | undefined;
  return () => {
    if (known && performance.now() - known.at < LATELY_MS) return known.answer;
    const asked = { at: performance.now(), answer: ask() };
    known = asked;
    asked.answer.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.answer;
  };
};

type Deps = { db: Database; now: () => Date; appUrl: string };

/** What a device was sent (APP-10), and what it says became of it. */
export const addInboxRoutes = (handle: AppHandle, { db, now, appUrl }: Deps): void => {
  const first = askedLately(() => firstOfInboxes(db, now()));
  const inboxOf = lookUpInTurns(async (seqs: readonly number[]) => inboxesOf(db, seqs, now(), await first()));
  handle(deviceRoutes.inbox, async ({ actor }) => {
    const rows = (await inboxOf(actor.seq)) ?? [];
    const items = rows.map(({ safety, ...row }) => ({
      ...row,
      ...(safety && { safety: true as const }),
      image: row.image && fileUrl(row.image, appUrl),
      sentAt: new Date(row.sentAt).toISOString(),
      validUntil: new Date(row.validUntil).toISOString(),
    }));
    return { items };
  });

  for (const [route, opened] of [
    [deviceRoutes.delivered, false],
    [deviceRoutes.opened, true],
  ] as const) {
    handle(route, async ({ actor, params }) => {
      if (!(await noteReceipt(db, params.id, actor.seq, { at: now(), opened }))) throw new Problem('not_found', 'Not sent to this device');
      return undefined;
    });
  }
};
