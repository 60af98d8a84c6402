import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Build, buildFile, readBuild, sourcesOf } from '../../apps/server/src/platform/build.ts';

/** Names the commit where git cannot: an image is built without the history. */
const COMMIT = 'ENDCAP_COMMIT';
const DESCRIBE = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];

const commitOf = (env: NodeJS.ProcessEnv): string | null => {
  const commit = env[COMMIT]?.slice(0, 12);
  if (commit) return commit;
  const { status, stdout } = spawnSync('git', DESCRIBE, { encoding: 'utf8' });
  return (status === 0 && stdout.trim()) || null;
};

/** Writes which version this is for the processes to read. The time stays while version, commit and newest migration do. */
export const writeBuild = ({
  env = process.env,
  now = new Date(),
  folder,
}: { env?: NodeJS.ProcessEnv; now?: Date; folder?: URL } = {}): Build => {
  const before = readBuild(folder);
  const commit = commitOf(env);
  if (before.builtAt !== null && before.commit === commit) return before;
  const build: Build = { ...sourcesOf(folder), commit, builtAt: now.toISOString() };
  const file = fileURLToPath(buildFile(folder));
  // Processes that start meanwhile read the one or the other, never half of it.
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(build, null, 1)}\n`);
  renameSync(`${file}.${process.pid}`, file);
  return build;
};
