import { join, resolve } from 'node:path';
import { isBeforeBaseline, ownSteps, sinceBaseline } from '../../apps/server/src/platform/db/schema-fit.ts';
import { filePath, type Manifest, readManifest, tablePath } from './manifest.ts';
import { pieceOfFile } from './pieces.ts';
import { isMissing, Refusal } from './refusal.ts';

/** Refuses a schema that this version cannot make: a later one, or that of another line of versions. */
const stepsMustBeKnown = async (folder: string, steps: readonly string[]): Promise<void> => {
  if (isBeforeBaseline(steps))
    throw new Refusal(
      `${folder} was taken by a version of Endcap before the baseline of the schema (${steps.at(-1)}): restore it with that one, and upgrade from there`,
    );
  const knownNames = await ownSteps();
  const strange = steps.find((step, at) => step !== knownNames[at]);
  if (strange !== undefined)
    throw new Refusal(
      `${folder} was taken from a later version of Endcap (${strange} is not known here): restore it with that one, or a later one`,
    );
};

/** Verifies that every file of a backup is present and unchanged. Runs before a restore changes anything. */
export const checkBackup = async (target: string, signal: AbortSignal): Promise<{ folder: string; manifest: Manifest }> => {
  const folder = resolve(target);
  const read = await readManifest(folder);
  const manifest = { ...read, steps: sinceBaseline(read.steps) };
  await stepsMustBeKnown(folder, manifest.steps);
  const pieces = [
    ...manifest.tables.map(({ name, ...piece }) => ({ path: tablePath(name), ...piece })),
    ...manifest.files.map(({ name, ...piece }) => ({ path: filePath(name), ...piece })),
  ];
  for (const { path, bytes, sha256 } of pieces) {
    const found = await pieceOfFile(join(folder, path), signal).catch((error: unknown) => {
      if (isMissing(error)) throw new Refusal(`${folder} is not whole: it has no ${path}`);
      throw error;
    });
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Refusal(`${join(folder, path)} is not what was written: its checksum is another one`);
  }
  return { folder, manifest };
};
