import { withoutStrayInvisible } from '@endcap/contract/core';

const cleanings = ['lines', 'tabs', 'spaces', 'hidden'] as const;
/** Characters removed from a paste: line breaks, tabs, non-breaking spaces, or invisible hyphens and spaces. */
export type Cleaning = (typeof cleanings)[number];

const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** A cell of a spreadsheet with line breaks is quoted, and its quotes are doubled. */
const QUOTED_CELL = /^"((?:[^"]|"")*\n(?:[^"]|"")*)"\n?$/;
/** Polish typography keeps a number and its unit, and a word of one letter and the next one, together. */
const STRAY_HARD_SPACE = /(?<!\d)(?<!(?<!\p{L})[aiouwz])[\u00a0\u202f]/giu;
/** Word's character for a hyphen that is only shown at the end of a line. */
const WORD_HYPHEN = /\u001f/g;

/** Cleans text from Word, Excel or Google Sheets for a field of one or many lines. `cleaned`: what was removed. */
export const cleanPasted = (pasted: string, lines: 'one' | 'many'): { text: string; cleaned: Cleaning[] } => {
  const plain = pasted.replace(LINE_BREAK, '\n');
  const cell = QUOTED_CELL.exec(plain)?.[1]?.replaceAll('""', '"') ?? plain;
  const steps: Record<Cleaning, (text: string) => string> = {
    lines: (text) => (lines === 'one' ? text.replace(/^\n+|\n+$/g, '').replace(/ *\n\s*/g, ' ') : text),
    tabs: (text) => text.replace(/ *\t[\t ]*/g, ' '),
    spaces: (text) => text.replace(STRAY_HARD_SPACE, ' '),
    hidden: (text) => withoutStrayInvisible(text.replace(WORD_HYPHEN, '')),
  };
  let text = lines === 'one' ? cell : cell.replace(/\n$/, '');
  const cleaned = cleanings.filter((step) => {
    const before = text;
    text = steps[step](text);
    return text !== before;
  });
  return { text, cleaned };
};

/** Returns a text of at most `most` lines: removes empty lines first, then joins the last ones. */
export const joinLines = (text: string, most: number): string => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].filter(Boolean).join('\n');
};
