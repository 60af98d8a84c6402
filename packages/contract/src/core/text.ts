import { z } from 'zod';
import { code, type FieldProblemCode } from './field-codes.ts';
import { withoutStrayInvisible } from './invisible.ts';

// Line separators that phones and browsers render as a new line (N03).
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
// C0/C1 controls but tab and newline, bidi overrides and isolates, BOM, U+FFFE/FFFF: they spoof or break what is shown (N05, M18).
const UNSAFE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

// Anything but blanks, joiners, fillers and the empty Braille cell.
const VISIBLE = /[^\s\p{DI}\u2800]/u;

/** one kind of line break, no control characters, well-formed Unicode in composed form, trimmed. Empty when it would show nothing. */
export const cleanText = (text: string): string => {
  const clean = text.toWellFormed().replace(LINE_BREAK, '\n').replace(UNSAFE, '').normalize('NFC').trim();
  return VISIBLE.test(clean) ? clean : '';
};

/** The same for one line, which is compared, searched and shown in lists: it loses invisible characters, except those inside emoji. */
export const cleanLine = (text: string): string => cleanText(withoutStrayInvisible(text));

export const countLineBreaks = (text: string): number => text.split('\n').length - 1;

/** Several lines of cleaned text. */
export const multiLine = z.string(code('required')).max(20_000, code('tooLong')).transform(cleanText);
const anyLine = z.string(code('required')).max(20_000, code('tooLong')).transform(cleanLine);
/** One line of cleaned text as it was spaced: a line break and a tab become a space each. */
export const spacedLine = anyLine.transform((text) => text.replace(/[\n\t]/g, ' '));
/** One line of cleaned text: line breaks, tabs and several spaces become a space. */
export const singleLine = anyLine.transform((text) => text.replace(/\s+/g, ' '));

/** At most `max` UTF-16 units, as counters and columns measure; Zod's max() counts code points. Also sets the limit in the API schema. */
export const atMost = <Text extends z.ZodType<string>>(text: Text, max: number, refusal: FieldProblemCode = 'tooLong'): Text =>
  text.refine((value) => value.length <= max, refusal).meta({ maxLength: max });

/** One line that must not be empty, at most `max` UTF-16 units. */
export const requiredLine = (max: number) =>
  atMost(
    singleLine.refine((text) => text !== '', code('required')),
    max,
  );
/** Several lines that must not be empty. */
export const requiredLines = (max: number) =>
  atMost(
    multiLine.refine((text) => text !== '', code('required')),
    max,
  );
/** One line or nothing; empty is stored as null. */
export const optionalLine = (max: number, line = singleLine) =>
  atMost(line, max)
    .transform((text) => (text === '' ? null : text))
    .nullable();
