import { inTransaction } from '../../platform/db/transaction.ts';
import type { Db } from '../../tables.ts';
import { endOldThreads, type ThreadCursor } from '../assistant/index.ts';
import { seenNotedSince } from '../customers/index.ts';
import { endChunks } from '../delivery/index.ts';
import { endReceipts, forgetDevices } from '../devices/index.ts';
import { boundsOf, type EndingPart, endSendKeys, lockOldest, markEnded } from '../notifications/index.ts';
import { endShowings, markShowingsEnded, popupsToEnd } from '../popups/index.ts';
import { endTickets } from '../session/index.ts';
import { endMonths, type Until } from './end-months.ts';

/** Kinds of data with a retention period, each with its own number of days. */
export type RetainedKind = 'receipts' | 'outcomes' | 'showings' | 'sendKeys' | 'threads' | 'tickets' | 'unusedDevices';

/** Deletes data older than an instant in portions, until none is left or `isOver` returns true. Returns the number of rows. */
type Ender = (until: Until) => Promise<number>;

/** Rows per transaction, few enough that concurrent requests wait only briefly. */
const AT_ONCE = { notifications: 50, receipts: 1_000, chunks: 200, rows: 1_000, threads: 50, devices: 100, devicesPassed: 2_000 };

/** Runs portions until one is not full. */
const untilShort = async (portion: () => Promise<number>, full: number, isOver: () => boolean): Promise<number> => {
  let ended = 0;
  while (!isOver()) {
    const more = await portion();
    ended += more;
    if (more < full) break;
  }
  return ended;
};

/** Deletes per-device data of notifications: whole months first, then single rows. Marks each notification once its data is deleted. */
const endPart =
  (part: EndingPart, end: (trx: Db, ids: readonly string[], atMost: number) => Promise<number>, atMost: number): Ender =>
  async ({ db, before, at, isOver }) => {
    const { rows: ofMonths, left } = await endMonths(part, { db, before, at, isOver });
    const among = { outside: left.map(boundsOf) };
    let ended = ofMonths;
    for (let locked = 1; locked > 0 && !isOver();)
      locked = await inTransaction(db, async (trx) => {
        const ids = await lockOldest(trx, part, before, among, AT_ONCE.notifications);
        const rows = ids.length > 0 ? await end(trx, ids, atMost) : 0;
        if (rows < atMost) await markEnded(trx, part, ids, at);
        ended += rows;
        return ids.length;
      });
    return ended;
  };

const showings: Ender = async ({ db, before, at, isOver }) => {
  const { ids, lastDevice } = await popupsToEnd(db, before);
  let ended = 0;
  for (let past = 0; ids.length > 0 && past < lastDevice; past += AT_ONCE.devicesPassed) {
    if (isOver()) return ended;
    ended += await endShowings(db, ids, past, past + AT_ONCE.devicesPassed);
  }
  await markShowingsEnded(db, ids, at);
  return ended;
};

const threads: Ender = async ({ db, before, isOver }) => {
  let ended = 0;
  for (let past: ThreadCursor | null | undefined; past !== null && !isOver();) {
    const from: ThreadCursor | null = past ?? null;
    const portion = await inTransaction(db, (trx) => endOldThreads(trx, before, from, AT_ONCE.threads));
    ended += portion.ended;
    past = portion.next;
  }
  return ended;
};

const unusedDevices: Ender = async ({ db, before, isOver }) => {
  if ((await seenNotedSince(db)) >= before) return 0;
  const portion = async () => (await inTransaction(db, (trx) => forgetDevices(trx, { unusedSince: before }, AT_ONCE.devices))).length;
  return untilShort(portion, AT_ONCE.devices, isOver);
};

export const enders: Readonly<Record<RetainedKind, Ender>> = {
  receipts: endPart('receipts', (trx, notificationIds, atMost) => endReceipts(trx, { notificationIds }, atMost), AT_ONCE.receipts),
  outcomes: endPart('outcomes', endChunks, AT_ONCE.chunks),
  showings,
  threads,
  unusedDevices,
  sendKeys: ({ db, before, isOver }) => untilShort(() => endSendKeys(db, before, AT_ONCE.rows), AT_ONCE.rows, isOver),
  tickets: ({ db, before, isOver }) => untilShort(() => endTickets(db, before, AT_ONCE.rows), AT_ONCE.rows, isOver),
};
