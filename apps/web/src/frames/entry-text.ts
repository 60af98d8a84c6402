import { FILE_PREFIX, IMAGE_PREFIX } from '@endcap/contract/files';
import type { Reading } from './history/past.ts';
import type { Entry, FormShape } from '../form/merge.ts';

export const isEntries = (value: FormShape[string] | undefined): value is Entry[] =>
  Array.isArray(value) && value.some((one) => typeof one === 'object');

const isFile = (text: string): boolean => text.startsWith(IMAGE_PREFIX) || text.startsWith(FILE_PREFIX);
export const nameOfFile = (reference: string): string => reference.slice(reference.indexOf(':') + 1);

/** Entries as text, a line for each of their parts; a part that is a choice by its word. */
export const entryText = (entries: readonly Entry[], reading: Reading): string =>
  entries
    .map((entry) =>
      Object.entries(entry)
        .filter(([name, part]) => name !== 'id' && part !== '')
        .map(([, part]) => (isFile(part) ? nameOfFile(part) : (typeof reading === 'object' && reading[part]) || part))
        .join('\n'),
    )
    .join('\n\n');
