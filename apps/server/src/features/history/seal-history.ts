import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database } from '../../tables.ts';
import { checkSealAfter, type CheckedSeal, type SealFault, sealNext, unsealed } from './seal.repository.ts';

const EVERY_MS = 60_000;

/** Seals what no seal covers, portion by portion, until nothing is left or it is to stop; returns how many changes. */
export const sealHistory = async (db: Database, isOver = (): boolean => false): Promise<number> => {
  let all = 0;
  for (let sealed = 1; sealed > 0 && !isOver(); all += sealed) sealed = await sealNext(db);
  return all;
};

/** HIST-11: a change is sealed within a minute. */
export const startSealing = (db: Database, onError: (error: unknown) => void): Repeated =>
  repeat(EVERY_MS, (isOver) => sealHistory(db, isOver), onError);

export type SealReport = {
  /** The last seal, whose hash stands for everything before it; null: there is none yet. */
  last: CheckedSeal | null;
  seals: number;
  changes: number;
  open: number;
  /** The first thing that is not as it was sealed. */
  fault: SealFault | null;
  /** Whether a hash that was noted earlier is that of a seal; true when none was asked for. */
  isKnown: boolean;
};

/** Looks at every seal and at every change that it covers, the oldest first, up to the first that is not as it was sealed. */
export const verifySeals = async (db: Database, noted?: string): Promise<SealReport> => {
  const report: SealReport = { last: null, seals: 0, changes: 0, open: 0, fault: null, isKnown: noted === undefined };
  for (let found = await checkSealAfter(db); found; found = await checkSealAfter(db, found.seal)) {
    report.fault = found.fault;
    if (found.fault) return report;
    report.last = found.seal;
    report.seals += 1;
    report.changes += found.seal.changes;
    report.isKnown ||= found.seal.hash === noted;
  }
  const { open, inserted } = await unsealed(db, report.last ?? undefined);
  return { ...report, open, fault: inserted === null ? null : { what: 'inserted', seq: inserted } };
};
