import { readdirSync, readFileSync } from 'node:fs';

/** The version of Endcap. `commit` and `builtAt` are null without a build; `migration` is the newest migration of this version. */
export type Build = { version: string; commit: string | null; builtAt: string | null; migration: string };

const serverFolder = new URL('../../', import.meta.url);

/** Reads the version and the newest migration from the source folder. */
export const sourcesOf = (folder = serverFolder): Pick<Build, 'version' | 'migration'> => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };
  const newest = readdirSync(new URL('migrations/', folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1);
  return { version, migration: newest?.replace(/\.sql$/, '') ?? '' };
};

/** The file that `npm run build` and `npm start` write. */
export const buildFile = (folder = serverFolder): URL => new URL('build.json', folder);

const written = (folder: URL): Build | null => {
  try {
    return JSON.parse(readFileSync(buildFile(folder), 'utf8')) as Build;
  } catch {
    return null;
  }
};

/** Reads the build file. Commit and time are null without one, or if it belongs to other sources. */
export const readBuild = (folder = serverFolder): Build => {
  const sources = sourcesOf(folder);
  const file = written(folder);
  const isOfThese = file?.version === sources.version && file.migration === sources.migration;
  return { ...sources, commit: (isOfThese && file.commit) || null, builtAt: (isOfThese && file.builtAt) || null };
};

/** The running version. */
export const build = readBuild();

/** `0.1.0 (63802b28f110)`; without a commit only the number. */
export const versionText = ({ version, commit }: Pick<Build, 'version' | 'commit'>): string =>
  commit === null ? version : `${version} (${commit})`;

const PREFIX = 'endcap';
const NO_COMMIT = '-';
/** Name of a process's connections in `pg_stat_activity`. PostgreSQL truncates it to 63 bytes. */
export const connectionName = (process: string, pid: number, { version, commit }: Build = build): string =>
  [PREFIX, process, version, commit ?? NO_COMMIT, pid].join(' ');

/** Process and version from the name of a connection; null when the name is not one of ours. */
export const readConnectionName = (name: string): { process: string; version: string } | null => {
  const [prefix, process, version, commit, pid] = name.split(' ');
  if (prefix !== PREFIX || !process || !version || !commit || !pid) return null;
  return { process, version: versionText({ version, commit: commit === NO_COMMIT ? null : commit }) };
};
