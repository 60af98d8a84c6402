import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database } from '../../tables.ts';
import { faultOf, type JudgedSeal, type SealFault, sealsAfter } from './judge-seals.repository.ts';
import { sealNext, unsealed } from './seal.repository.ts';

const EVERY_MS = 60_000;

/** Seals changes that no seal covers, in batches, until none is left or `isOver` returns true. Returns their number. */
export const sealHistory = async (db: Database, isOver = (): boolean => false): Promise<number> => {
  let all = 0;
  for (let sealed = 1; sealed > 0 && !isOver(); all += sealed) sealed = await sealNext(db);
  return all;
};

/** Seals changes every minute (HIST-11). */
export const startSealing = (db: Database, onError: (error: unknown) => void, repeats = repeat): Repeated =>
  repeats(EVERY_MS, (isOver) => sealHistory(db, isOver), onError);

export type SealReport = {
  /** The last seal, whose hash covers everything before it; null before the first one. */
  last: Pick<JudgedSeal, 'no' | 'hash' | 'at' | 'changes'> | null;
  seals: number;
  changes: number;
  open: number;
  /** The first change or seal that differs from what was sealed. */
  fault: SealFault | null;
  /** True if the noted hash belongs to a seal of the chain, or if no hash was given. */
  isKnown: boolean;
};

/** Verifies every seal and every change that it covers, oldest first, up to the first fault. */
export const verifySeals = async (db: Database, noted?: string): Promise<SealReport> => {
  const report: SealReport = { last: null, seals: 0, changes: 0, open: 0, fault: null, isKnown: noted === undefined };
  for (let next = await sealsAfter(db, null); next.length > 0; next = await sealsAfter(db, report.last?.no ?? null)) {
    for (const seal of next) {
      // They are numbered without gaps, from 1.
      const no = report.seals + 1;
      report.fault = seal.no === no ? faultOf(seal) : { what: 'seal', no };
      if (report.fault) return report;
      report.last = seal;
      report.seals += 1;
      report.changes += seal.changes;
      report.isKnown ||= seal.hash === noted;
    }
  }
  const { open, inserted } = await unsealed(db);
  return { ...report, open, fault: inserted === null ? null : { what: 'inserted', seq: inserted } };
};
