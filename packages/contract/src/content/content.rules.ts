import { windowState } from '../audience/index.ts';
import type { FieldProblemCode } from '../core/index.ts';
import { readInstant } from '../warsaw-time/index.ts';
import type { ContentType } from './content-types.ts';
import { contentTypes } from './content-types.ts';
import { discountLimits, hundredths } from './amount.ts';
import { type ContentField, contentFieldNames, contentFieldSpecs, hasField, requiresField } from './content.fields.ts';

type Values = Partial<Record<ContentField, unknown>>;

const typeOf = ({ contentType }: Values): ContentType | null => contentTypes.find((type) => type === contentType) ?? null;

/** Resets fields that the type does not have, so that they neither apply nor fail validation (A-96, CONT-FORM-21, 22). */
export const withoutForeignFields = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const values: Values = { ...input };
  const type = typeOf(values);
  if (type === null) return values;
  for (const field of contentFieldNames) if (field in values && !hasField(type, field)) values[field] = contentFieldSpecs[field].initial;
  return values;
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const namedFile: Partial<Record<ContentField, ContentField>> = {
  regulation1Name: 'regulation1File',
  regulation2Name: 'regulation2File',
  regulation3Name: 'regulation3File',
};
/** CONT-VAL-21: a regulation whose file is there must have a name. */
export const namesAFile = (values: Values, field: ContentField): boolean => {
  const file = namedFile[field];
  return file !== undefined && !isEmpty(values[file]);
};

export type RuleProblem = { field: ContentField; code: FieldProblemCode };
type Dates = { publicationStart: string | null; publicationEnd: string | null; validityStart: string | null; validityEnd: string | null };

// Invalid instants are reported by their own rule.
const isInstant = (text: string | null): text is string => text !== null && readInstant(text) !== null;
const after = (one: string | null, other: string | null): boolean =>
  isInstant(one) && isInstant(other) && Date.parse(one) > Date.parse(other);

/** CONT-VAL-06..09, 31: order of the four dates; equal is fine, an open end decides nothing. */
const dateProblems = (type: ContentType, dates: Dates): RuleProblem[] => {
  const { publicationStart, publicationEnd, validityStart, validityEnd } = dates;
  const problems: RuleProblem[] = [];
  if (after(publicationStart, publicationEnd)) problems.push({ field: 'publicationEnd', code: 'endBeforeStart' });
  if (after(validityStart, validityEnd)) problems.push({ field: 'validityEnd', code: 'endBeforeStart' });
  if (type === 'navigation') return problems;
  if (after(publicationStart, validityStart)) problems.push({ field: 'validityStart', code: 'beforePublication' });
  if (after(validityEnd, publicationEnd)) problems.push({ field: 'validityEnd', code: 'afterPublication' });
  return problems;
};

type Checked = Values & Dates & { contentType: ContentType };

/** Returns the problems between fields; each field has passed its own rule before. */
export const contentProblems = (item: Checked): RuleProblem[] => {
  const problems: RuleProblem[] = contentFieldNames
    .filter((field) => requiresField(item.contentType, field) && isEmpty(item[field]))
    .map((field): RuleProblem => ({ field, code: 'required' }));
  for (const field of contentFieldNames) if (namesAFile(item, field) && isEmpty(item[field])) problems.push({ field, code: 'required' });
  const cents = typeof item.discountValue === 'string' ? hundredths(item.discountValue) : null;
  const kind = item.discountValueType;
  if (cents !== null && (kind === 'cash' || kind === 'percentage')) {
    const [least, most] = discountLimits[kind];
    if (cents < least || cents > most) problems.push({ field: 'discountValue', code: kind === 'cash' ? 'cashRange' : 'percentRange' });
  }
  return [...problems, ...dateProblems(item.contentType, item)];
};

type Window = Pick<Dates, 'publicationStart' | 'publicationEnd'>;

/** Returns whether an item is published at an instant (milliseconds). */
export const isPublished = (window: Window, at: number): boolean => windowState(window, at) === 'open';

/** published and valid. */
export const isValid = (item: Dates, at: number): boolean =>
  isPublished(item, at) && isPublished({ publicationStart: item.validityStart, publicationEnd: item.validityEnd }, at);
