import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORED_NAME } from '@endcap/contract/files';
import { z } from 'zod';
import { isMissing, Refusal } from './refusal.ts';

/** Grows when an older version could not restore what a newer one writes. */
const FORMAT = 2;
const MANIFEST = 'manifest.json';
/** As `sha256sum -c` reads it. */
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
  /** Sum over all rows of a hash of each: the same whatever their order. */
  checksum: whole,
  bytes: count,
  sha256,
});
const Manifest = z.strictObject({
  format: z.int().min(1).max(FORMAT),
  /** Of the Endcap that took it; backups of format 1 do not say. */
  version: z.string().max(100).optional(),
  /** What the database was like at this instant of its clock. */
  takenAt: z.iso.datetime(),
  /** Of the server, and where it was; never who asked it. */
  postgres: z.string(),
  from: z.string(),
  /** The schema's steps, in their order. */
  steps: z.array(z.string().regex(/^\d{4}-[a-z0-9-]+$/)).min(1),
  tables: z.array(Table).min(1),
  /** Those of receipts and chunks, as 202611; backups from before 0057 have none. */
  months: z.array(z.string().regex(/^\d{6}$/)).default([]),
  sequences: z.array(z.strictObject({ name, value: whole, isCalled: z.boolean() })),
  files: z.array(z.strictObject({ name: stored, bytes: count, sha256 })),
  /** Files that the database names and that could not be copied: gone, or not the bytes that were uploaded. */
  lost: z.array(stored),
  /** Files that nothing used any more, removed while the copy was made. */
  swept: z.array(stored),
  /** Images that stay at Cloudinary. */
  elsewhere: count,
});
export type Manifest = z.output<typeof Manifest>;
export type TablePiece = Manifest['tables'][number];
export type FilePiece = Manifest['files'][number];

/** Where in a backup's folder a table lies: COPY's text, packed by gzip. */
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

/** What a folder says that it holds. Refuses what is no backup, was changed, or was written by a later version. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await read(folder, MANIFEST);
  const given = understood(text);
  const format = z.looseObject({ format: z.number() }).safeParse(given).data?.format ?? 0;
  if (format > FORMAT) throw new Refusal(`${folder} was written by a later version of Endcap: restore it with that one`);
  if ((await read(folder, MANIFEST_SUM)) !== `${sumOf(text)}  ${MANIFEST}\n`)
    throw new Refusal(`${join(folder, MANIFEST)} is not what was written: its checksum is another one`);
  const { data, error } = Manifest.safeParse(given);
  if (!data)
    throw new Refusal(`${join(folder, MANIFEST)} is not understood: ${error.issues[0]?.path.join('.')} (${error.issues[0]?.message})`);
  return data;
};
