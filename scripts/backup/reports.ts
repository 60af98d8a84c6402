import type { Manifest } from './manifest.ts';
import type { Drilled } from './run-drill.ts';
import type { Restored } from './restore-backup.ts';
import type { Taken } from './take-backup.ts';

/** Result of a command: as text, with warnings for the operator, and as JSON facts. */
export type Report = { text: string; warnings: string[]; facts: Record<string, unknown> };

const NAMED = 5;
const some = (names: readonly string[]): string =>
  names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

type Contents = Pick<Manifest, 'version' | 'takenAt' | 'tables' | 'files' | 'lost' | 'elsewhere'>;
const factsOf = ({ version, takenAt, tables, files, lost, elsewhere }: Contents) => ({
  version: version ?? null,
  takenAt,
  tables: tables.length,
  rows: sum(tables.map(({ rows }) => rows)),
  files: files.length,
  bytes: sum([...tables, ...files].map(({ bytes }) => bytes)),
  lost: lost.length,
  atCloudinary: elsewhere,
});
const inWords = (contents: Contents): string => {
  const { rows, tables, files, bytes } = factsOf(contents);
  return `${rows} rows of ${tables} tables and ${files} files, ${(bytes / 1e6).toFixed(1)} MB, as they were at ${contents.takenAt}${contents.version === undefined ? '' : `, taken by Endcap ${contents.version}`}`;
};

export const takenReport = (taken: Taken): Report => ({
  text: `Backed up to ${taken.folder}: ${inWords(taken)}`,
  warnings: [
    ...(taken.lost.length > 0
      ? [`Files that the database names (${taken.lost.length}) are gone or damaged, and not in this backup: ${some(taken.lost)}`]
      : []),
    ...(taken.others.length > 0 ? [`Tables that are not Endcap's are not in this backup: ${some(taken.others)}`] : []),
    ...(taken.elsewhere > 0 ? [`Images at Cloudinary (${taken.elsewhere}) stay there, and are not in this backup`] : []),
  ],
  facts: { folder: taken.folder, ...factsOf(taken) },
});

export const restoredReport = ({ folder, manifest, open, migrated }: Restored): Report => ({
  text: `Restored from ${folder}: ${inWords(manifest)}${migrated.length > 0 ? `; ${migrated.length} steps of this version were applied to it` : ''}`,
  warnings: [
    ...(open > 0 ? [`What was being sent or planned then (${open}) waits until a person resumes, sends or cancels it on its details`] : []),
    ...(manifest.lost.length > 0 ? [`Files that were gone when it was taken (${manifest.lost.length}): ${some(manifest.lost)}`] : []),
  ],
  facts: { folder, ...factsOf(manifest), open, migrated },
});

export const drilledReport = ({ folder, manifest, open, seconds }: Drilled): Report => ({
  text: `The ${folder === null ? 'backup' : `backup in ${folder}`} holds: ${inWords(manifest)}, came back the same, both APIs and a worker started on them, and a test was sent`,
  warnings: [],
  facts: { folder, ...factsOf(manifest), open, steps: seconds },
});
