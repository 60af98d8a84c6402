import { Problem } from '@endcap/contract/core';
import { deviceRoutes } from '@endcap/contract/devices';
import { fileUrl } from '@endcap/contract/files';
import type { AppHandle } from '../../callers.ts';
import { batchLoader } from '../../platform/batch-loader.ts';
import type { Database } from '../../tables.ts';
import { firstOfInboxes, inboxesOf, noteReceipt } from './receipt.repository.ts';

const LATELY_MS = 10_000;
/** Caches a result for `LATELY_MS`. A notification that becomes valid again appears in inboxes at most that much later. */
const cachedBriefly = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let cached: { at: number; answer: Promise<T> } | undefined;
  return () => {
    if (cached && performance.now() - cached.at < LATELY_MS) return cached.answer;
    const entry = { at: performance.now(), answer: load() };
    cached = entry;
    entry.answer.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.answer;
  };
};

type Deps = { db: Database; now: () => Date; appUrl: string };

/** Routes for the messages that a device got (APP-10), and for its receipts. */
export const addInboxRoutes = (handle: AppHandle, { db, now, appUrl }: Deps): void => {
  const first = cachedBriefly(() => firstOfInboxes(db, now()));
  const inboxOf = batchLoader(async (seqs: readonly number[]) => inboxesOf(db, seqs, now(), await first()));
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
