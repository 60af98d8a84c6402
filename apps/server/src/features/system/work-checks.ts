import { type CheckResult, note, ok, wrong } from '../../platform/checks/finding.ts';
import type { Database } from '../../tables.ts';
import { lastBackup } from '../backups/index.ts';
import { readDeliveryFacts } from '../delivery/index.ts';
import { readMonthsOfSends } from '../notifications/index.ts';

const LATE_S = 30 * 60;
const PLAN_LATE_S = 60;
const BACKUP_OLD_H = 48;

const inWords = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;

/** Checks that sends make progress. */
export const checkSending = async (db: Database): Promise<CheckResult> => {
  const { open, plans, planDue, oldestOpen, pushDown } = await readDeliveryFacts(db);
  const waiting = (open['restored'] ?? 0) + (open['deadTokens'] ?? 0) + (open['quietHours'] ?? 0);
  const undecided = (plans['late'] ?? 0) + (plans['restored'] ?? 0) + (plans['heldForApproval'] ?? 0);
  const says = [
    `${open['going'] ?? 0} under way`,
    ...(waiting > 0 ? [`${waiting} paused by themselves`] : []),
    ...(undecided > 0 ? [`${undecided} planned that did not start in time or are of another life of the database`] : []),
  ].join(', ');
  if (pushDown > 0)
    return wrong(
      `${says}; the push service has not answered for ${inWords(pushDown)}`,
      'see whether this machine reaches ENDCAP_PUSH_ENDPOINT; sending goes on by itself once it does',
    );
  if (planDue > PLAN_LATE_S)
    return wrong(
      `${says}; a planned one has been due for ${inWords(planDue)}`,
      'start a worker, or see what the log of those that run says',
    );
  if (oldestOpen > LATE_S)
    return wrong(
      `${says}; the oldest phones have waited for ${inWords(oldestOpen)}`,
      'see whether workers are alive and what their log says; ENDCAP_PUSH_RATE is for all of them together',
    );
  return waiting + undecided > 0 ? note(`${says}: a person has to resume, send or cancel them on their details`) : ok(says);
};

/** Checks that the monthly tables for data per phone of a send exist, from which expired months are dropped (OPS-06). */
export const checkMonths = async (db: Database, now: Date): Promise<CheckResult> => {
  const { missing, strays } = await readMonthsOfSends(db, now);
  if (missing.length > 0)
    return wrong(
      `there is no table for ${missing.join(' and ')}: what is sent then ends row by row`,
      'see whether a staff API runs and what its log says of “what was kept long enough”; it makes them every hour',
    );
  return strays ? note('receipts or chunks lie in no month; they end row by row') : ok('this month and the next have their tables');
};

/** Checks the age of the last backup. */
export const checkBackup = async (db: Database, now: Date): Promise<CheckResult> => {
  const last = await lastBackup(db);
  const todo = 'npm run backup -- FOLDER, every night (docs/operators/backups.md)';
  if (!last) return note(`never; ${todo}`);
  const hours = (now.getTime() - last.takenAt.getTime()) / 3_600_000;
  const says = `${inWords(hours * 3_600)} ago`;
  if (hours > BACKUP_OLD_H) return wrong(says, todo);
  return last.lost > 0
    ? wrong(
        `${says}, without ${last.lost} files that were gone or damaged`,
        'its output names them: upload them again, or put them back from an older backup',
      )
    : ok(says);
};
