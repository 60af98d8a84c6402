import { type Build, build, versionText } from '../build.ts';
import { connectedProcesses } from './connected-processes.ts';
import { type CheckResult, note, ok, wrong } from './finding.ts';
import type { Queryable } from './queryable.ts';

/** Checks that a worker is connected. Each worker listens on a connection whose `application_name` is its channel. */
export const checkWorkers = async (client: Queryable, channel: string): Promise<CheckResult> => {
  const { rows } = await client.query<{ workers: number }>(
    'select count(*)::int as workers from pg_stat_activity where datname = current_database() and application_name = $1',
    [channel],
  );
  const workers = rows[0]?.workers ?? 0;
  return workers > 0
    ? ok(`${workers} at work`)
    : wrong(
        'no push worker is connected to this database',
        'start one: systemd, or `node scripts/run.mjs scripts/launch/worker.ts`; its log says why it ended',
      );
};

/** Checks that one version only is connected to the database, by the names of the connections. */
export const checkProcesses = async (client: Queryable, its: Build = build): Promise<CheckResult> => {
  const counts = new Map<string, Map<string, number>>();
  for (const { process, version } of await connectedProcesses(client)) {
    const ofVersion = counts.get(version) ?? new Map<string, number>();
    counts.set(version, ofVersion.set(process, (ofVersion.get(process) ?? 0) + 1));
  }
  if (counts.size === 0) return note('no process has a connection of its pool open at the moment');
  const says = [...counts]
    .map(([version, processes]) => `${version}: ${[...processes].map(([process, count]) => `${count} ${process}`).join(', ')}`)
    .join('; ');
  if (counts.size > 1) return note(`${says}. Several versions run: replace the older ones (docs/operators/upgrading.md)`);
  return counts.has(versionText(its)) ? ok(says) : note(`${says}. This check runs in version ${versionText(its)}`);
};
