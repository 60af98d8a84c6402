import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Shape } from './shapes.ts';

/** A recorded call of an app. `idPlaceholders` replace ids of the server. `reads`: shape of the answer, unset if the app reads nothing. */
export type RecordedCall = {
  route: string;
  path: string;
  asPhone: boolean;
  /** Sent with the ETag of the previous answer, which is still current. */
  isAgain: boolean;
  body?: unknown;
  status: number;
  reads?: Shape;
};

/** The calls of one version of an app, with the kit it is built with, and the fields it reads. */
export type Recording = { kit: string; appVersion: string; calls: RecordedCall[] };

/** Placeholders in a recording for ids that the server assigns. */
export const idPlaceholders = {
  store: 'STORE',
  content: 'CONTENT',
  notification: 'NOTIFICATION',
  popup: 'POPUP',
  thread: 'THREAD',
} as const;
export type PlaceholderId = keyof typeof idPlaceholders;

export const RECORDINGS = fileURLToPath(new URL('./recordings/', import.meta.url));

/** Returns every recording, sorted by file name. Recordings never change; one can be deleted once no app of its version is in use. */
export const readRecordings = (): Recording[] =>
  globSync(`${RECORDINGS}*.json`)
    .toSorted()
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Recording);
