import { keysOf } from '@endcap/contract/core';
import { type BackgroundJob, type JobName, jobNames, type SystemHealth } from '@endcap/contract/system';
import { build, versionText } from '../../platform/build.ts';
import { type Finding, runCheck, note } from '../../platform/checks/finding.ts';
import { lastBackup, lastDrill } from '../backups/index.ts';
import { type JobRow, readJobs } from './background-job.repository.ts';
import { readProcesses, type SeenProcess } from './running-process.repository.ts';
import { type Checked, serverChecks } from './server-checks.ts';

const version = versionText(build);

const processOf = ({ id, startedAt, seenAt, ...process }: SeenProcess): SystemHealth['processes'][number] => ({
  ...process,
  _id: id,
  startedAt: startedAt.toISOString(),
  seenAt: seenAt.toISOString(),
  isOtherVersion: process.version !== version,
});

const textOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
/** `row`: the stored state of the job; undefined before its first run. */
const jobOf = (name: JobName, row: JobRow | undefined): BackgroundJob => ({
  name,
  everySeconds: row?.everySeconds ?? null,
  lastRun:
    row?.startedAt && row.endedAt
      ? {
          startedAt: row.startedAt.toISOString(),
          seconds: (row.endedAt.getTime() - row.startedAt.getTime()) / 1_000,
          host: row.host ?? '',
        }
      : null,
  nextAt: textOf(row?.nextAt),
  failures: row?.failures ?? 0,
  lastFailure: row?.failedAt ? { at: row.failedAt.toISOString(), error: row.error ?? '' } : null,
  asked: row?.askedAt ? { at: row.askedAt.toISOString(), startedAt: textOf(row.takenAt), host: row.takenHost } : null,
});

/** Makes the checks one after the other, on few connections; those that read tables only where the schema fits. */
const readChecks = async (checked: Checked): Promise<SystemHealth['checks']> => {
  const checks: SystemHealth['checks'] = [];
  const misfit = await checked.misfit();
  for (const name of keysOf(serverChecks)) {
    const { looks, todo: advice, needsSchema } = serverChecks[name];
    const found: Omit<Finding, 'name'> =
      needsSchema && misfit !== null
        ? note('not checked, since the schema does not fit')
        : await runCheck(name, () => looks({ ...checked, misfit: async () => misfit }), advice);
    checks.push({ name, state: found.state, says: found.says, todo: found.todo ?? null });
  }
  return checks;
};

/** Returns the health of the installation as seen from this process. */
export const readHealth = async (checked: Checked, certificates: () => SystemHealth['certificates']): Promise<SystemHealth> => {
  const { db, now } = checked;
  const [processes, jobs, backup, drilledAt, checks] = await Promise.all([
    readProcesses(db),
    readJobs(db),
    lastBackup(db),
    lastDrill(db),
    readChecks(checked),
  ]);
  return {
    at: now().toISOString(),
    version,
    processes: processes.map(processOf),
    checks,
    jobs: jobNames.map((name) =>
      jobOf(
        name,
        jobs.find((row) => row.name === name),
      ),
    ),
    lastBackup: backup && { takenAt: backup.takenAt.toISOString(), lost: backup.lost },
    lastDrillAt: textOf(drilledAt),
    certificates: certificates(),
  };
};
