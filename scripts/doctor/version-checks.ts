import type pg from 'pg';
import { type Build, build, versionText } from '../../apps/server/src/platform/build.ts';
import { connectedProcesses } from './connected-processes.ts';
import { type Found, note, ok } from './finding.ts';

/** Which version the doctor itself is of. */
export const describeVersion = (its: Build = build): Found =>
  ok(`${versionText(its)}, ${its.builtAt === null ? 'not built' : `built ${its.builtAt}`}, newest migration ${its.migration}`);

/** Which versions are connected to the database, from the names of their connections. */
export const checkProcesses = async (client: pg.ClientBase, its: Build = build): Promise<Found> => {
  const counts = new Map<string, Map<string, number>>();
  for (const { process, version } of await connectedProcesses(client)) {
    const ofVersion = counts.get(version) ?? new Map<string, number>();
    counts.set(version, ofVersion.set(process, (ofVersion.get(process) ?? 0) + 1));
  }
  if (counts.size === 0) return note('no process has a connection of its pool open at the moment');
  const says = [...counts]
    .map(([version, processes]) => `${version}: ${[...processes].map(([process, count]) => `${count} ${process}`).join(', ')}`)
    .join('; ');
  if (counts.size > 1) return note(`${says}. Several versions run: replace the older ones (docs/operations/upgrading.md)`);
  return counts.has(versionText(its)) ? ok(says) : note(`${says}. This doctor is ${versionText(its)}`);
};
