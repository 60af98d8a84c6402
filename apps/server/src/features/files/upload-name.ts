import { cleanLine } from '@endcap/contract/core';

const MAX_LENGTH = 200;
const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;

/** Returns the client's file name without path and control characters; a long name keeps its extension (U03, A-63). */
export const uploadName = (sent: string): string => {
  const name = cleanLine(sent)
    .replace(/[\n\t]/g, ' ')
    .replace(/[/\\]/g, '');
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length).slice(0, MAX_LENGTH - ending.length);
  // A sign of two units may have been cut in the middle.
  return `${stem.replace(/\p{Cs}$/u, '')}${ending}`;
};

/** The same in letters, digits and the commonest signs: all that the answer to a stored file promises of it (U03). */
export const plainName = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '');
