import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORED_NAME } from '@endcap/contract/files';
import { z } from 'zod';
import { isMissing, Refusal } from './refusal.ts';

/** Incremented when older versions cannot restore the new format. */
const FORMAT = 2;
const MANIFEST = 'manifest.json';
/** Checksum file in the format of `sha256sum -c`. */
const MANIFEST_SUM = 'manifest.json.sha256';

const count = z.number().int().nonnegative();
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const stored = z.string().regex(STORED_NAME);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.string().regex(/^-?\d+$/);

const Table = z.strictObject({
  name,
  columns: z.array(name).min(1),
  rows: count,
  /** Sum of the row hashes, which does not depend on the order of the rows. */
  checksum: whole,
  bytes: count,
  sha256,
});
const Manifest = z.strictObject({
  format: z.int().min(1).max(FORMAT),
  /** Version of Endcap that took the backup. Format 1 has none. */
  version: z.string().max(100).optional(),
  /** Time of the backup's snapshot, by the database's clock. */
  takenAt: z.iso.datetime(),
  /** Version and address of the database server, without user or password. */
  postgres: z.string(),
  from: z.string(),
  /** Names of the applied migrations, in order. */
  steps: z.array(z.string().regex(/^\d{4}-[a-z0-9-]+$/)).min(1),
  tables: z.array(Table).min(1),
  /** Months with partitions of receipts and chunks, such as 202611. Older backups have none. */
  months: z.array(z.string().regex(/^\d{6}$/)).default([]),
  sequences: z.array(z.strictObject({ name, value: whole, isCalled: z.boolean() })),
  files: z.array(z.strictObject({ name: stored, bytes: count, sha256 })),
  /** Files that the database names but that are missing or differ from the upload. */
  lost: z.array(stored),
  /** Unused files that were deleted while the backup ran. */
  swept: z.array(stored),
  /** Images that stay at Cloudinary. */
  elsewhere: count,
});
export type Manifest = z.output<typeof Manifest>;
export type TablePiece = Manifest['tables'][number];
export type FilePiece = Manifest['files'][number];

/** Path of a table within a backup: COPY's text format, compressed with gzip. */
export const tablePath = (table: string): string => `database/${table}.copy.gz`;
export const filePath = (file: string): string => `files/${file}`;

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The files that make a folder a backup, by name. */
export const manifestFiles = (manifest: Omit<Manifest, 'format'>): Record<string, string> => {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`;
  return { [MANIFEST]: text, [MANIFEST_SUM]: `${sumOf(text)}  ${MANIFEST}\n` };
};

const read = async (folder: string, file: string): Promise<string> => {
  try {
    return await readFile(join(folder, file), 'utf8');
  } catch (error) {
    if (isMissing(error)) throw new Refusal(`${folder} is no backup: it has no ${file}`);
    throw error;
  }
};

const understood = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads and verifies the manifest of a backup. Refuses a folder that is not a backup, was changed, or was written by a later version. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await read(folder, MANIFEST);
  const parsed = understood(text);
  const format = z.looseObject({ format: z.number() }).safeParse(parsed).data?.format ?? 0;
  if (format > FORMAT) throw new Refusal(`${folder} was written by a later version of Endcap: restore it with that one`);
  if ((await read(folder, MANIFEST_SUM)) !== `${sumOf(text)}  ${MANIFEST}\n`)
    throw new Refusal(`${join(folder, MANIFEST)} is not what was written: its checksum is another one`);
  const { data, error } = Manifest.safeParse(parsed);
  if (!data)
    throw new Refusal(`${join(folder, MANIFEST)} is not understood: ${error.issues[0]?.path.join('.')} (${error.issues[0]?.message})`);
  return data;
};
