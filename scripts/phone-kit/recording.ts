import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Shape } from './shapes.ts';

/** A call as an app made it: ids that the server gives are the words of `givenIds`. `reads` is what the app reads of the answer; without it, nothing. */
export type RecordedCall = {
  route: string;
  path: string;
  asPhone: boolean;
  /** With the tag of the answer before, which still holds. */
  isAgain: boolean;
  body?: unknown;
  status: number;
  reads?: Shape;
};

/** What an app of one version says and reads, with the kit that it is built with. */
export type Recording = { kit: string; appVersion: string; calls: RecordedCall[] };

/** What stands in a recording for what only the server knows. */
export const givenIds = { store: 'STORE', content: 'CONTENT', notification: 'NOTIFICATION', popup: 'POPUP', thread: 'THREAD' } as const;
export type GivenId = keyof typeof givenIds;

export const RECORDINGS = fileURLToPath(new URL('./recordings/', import.meta.url));

/** Every recording, the oldest kit first. A version that nobody has any more may be taken away; none is ever changed. */
export const readRecordings = (): Recording[] =>
  globSync(`${RECORDINGS}*.json`)
    .toSorted()
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Recording);
