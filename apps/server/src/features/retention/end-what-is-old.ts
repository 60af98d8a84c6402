import { keysOf } from '@endcap/contract/core';
import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database } from '../../tables.ts';
import { noteFirstAcceptances } from '../delivery/index.ts';
import { giveBackSubscriptions } from '../devices/index.ts';
import { makeMonths } from '../notifications/index.ts';
import { applyLaterApproval } from '../settings/index.ts';
import { enders, type RetainedKind } from './enders.ts';

/** Retention of each kind of data in days; 0: for ever. */
export type RetentionDays = Readonly<Record<RetainedKind, number>>;
type Ended = Partial<Record<RetainedKind, number>>;

type Deps = {
  db: Database;
  now: () => Date;
  keep: RetentionDays;
  onError: (error: unknown) => void;
  /** Called with the number of removed rows of each kind, if there were any. */
  onEnded?: (ended: Ended) => void;
};

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Creates the tables of the coming months (OPS-06), repairs data of earlier versions (first acceptances, lost subscriptions), applies
 * deferred settings that are due (E-04), and deletes data whose retention is over (D-27). The kinds are independent: if one fails, the
 * others go on. Several processes may run it at once.
 */
export const endWhatIsOld = async ({ db, now, keep, onError, onEnded }: Deps, isOver = (): boolean => false): Promise<Ended> => {
  await makeMonths(db, now()).catch(onError);
  await noteFirstAcceptances(db, isOver).catch(onError);
  await giveBackSubscriptions(db, isOver).catch(onError);
  await applyLaterApproval(db, now()).catch(onError);
  const ended: Ended = {};
  for (const kind of keysOf(enders)) {
    if (keep[kind] === 0 || isOver()) continue;
    const at = now();
    const before = new Date(at.getTime() - keep[kind] * DAY_MS);
    const rows = await enders[kind]({ db, before, at, isOver }).catch(onError);
    if (rows) ended[kind] = rows;
  }
  if (Object.keys(ended).length > 0) onEnded?.(ended);
  return ended;
};

/** Runs the upkeep now and every hour, until it is stopped. */
export const startEnding = (deps: Deps, repeats = repeat): Repeated =>
  repeats(EVERY_MS, (isOver) => endWhatIsOld(deps, isOver), deps.onError);
