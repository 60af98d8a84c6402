import { keysOf } from '@endcap/contract/core';
import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database } from '../../tables.ts';
import { noteFirstAcceptances } from '../delivery/index.ts';
import { giveBackSubscriptions } from '../devices/index.ts';
import { makeMonths } from '../notifications/index.ts';
import { applyLaterApproval } from '../settings/index.ts';
import { enders, type Kept } from './enders.ts';

/** Days for which each kind is kept; 0: for ever. */
export type Keep = Readonly<Record<Kept, number>>;
type Ended = Partial<Record<Kept, number>>;

type Deps = {
  db: Database;
  now: () => Date;
  keep: Keep;
  onError: (error: unknown) => void;
  /** Called with the number of removed rows of each kind, if there were any. */
  onEnded?: (ended: Ended) => void;
};

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Makes room for the months to come (OPS-06), repairs what earlier versions left (first acceptances, lost subscriptions), applies settings whose time
 * has come (E-04), and ends what was kept long enough (D-27): each kind by itself, so that none waits for another that fails.
 * Several processes may do it at once.
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

/** Ends it now and every hour, until it is stopped. */
export const startEnding = (deps: Deps, repeats = repeat): Repeated =>
  repeats(EVERY_MS, (isOver) => endWhatIsOld(deps, isOver), deps.onError);
