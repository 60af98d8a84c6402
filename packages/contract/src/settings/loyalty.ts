import { z } from 'zod';
import { code, Id, Instant, optionalLine } from '../core/index.ts';
import { ImageReference, optionalReference, PdfReference } from '../files/index.ts';
import { markdownText } from '../markdown/index.ts';
import { dayOrInstant } from '../warsaw-time/index.ts';
import { plainNumber } from './typed-number.ts';

/** §9 */
export const THRESHOLDS = 4;
const MAX_QUESTIONS = 300;
export const DEFAULT_COLOR = '#FFFFFF';
/** LOY-08: the first entry is the regulation, the second the FAQ, which is deprecated. */
export const regulationTypes = ['regulation', 'faq'] as const;

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** LOY-04, 05, 22, A-109: zero or more, with a decimal comma or point and spaces between thousands; empty is null. */
export const thresholdValue = z
  .union([z.number().transform(String), z.string().transform(plainNumber), z.null()], code('notNumber'))
  .refine((value) => value === null || value === '' || AMOUNT.test(value), code('notNumber'))
  .transform((value) => (value === null || value === '' ? null : Number(value)));

const image = optionalReference(ImageReference, 'notImage');

const required = markdownText.refine((text) => text !== null, code('required')).transform((text) => text ?? '');

/** `id` identifies a pair when two people edit the list. The server assigns ids to new pairs (LOY-10). */
export const SentQuestion = z.object({
  id: Id.optional(),
  question: required,
  answer: required,
  color: z
    .string(code('notColor'))
    .regex(/^#[0-9a-fA-F]{6}$/, code('notColor'))
    .default(DEFAULT_COLOR),
});
export type SentQuestion = z.output<typeof SentQuestion>;
/** A stored pair of question and answer. Fields added later have defaults, since older pairs lack them. */
export const Question = z.object({ id: Id, question: z.string(), answer: z.string(), color: z.string().default(DEFAULT_COLOR) });
export type Question = z.infer<typeof Question>;

/** Name of a document of the campaign. */
export const regulationName = optionalLine(200);

const regulation = <const T extends (typeof regulationTypes)[number]>(type: T) =>
  z.object({
    type: z.literal(type, code('unknown')).default(type),
    name: regulationName.default(null),
    file: optionalReference(PdfReference, 'notPdf').default(null),
  });

type Regulation = { type: (typeof regulationTypes)[number]; name: string | null; file: string | null };

export const loyaltyRules = {
  /** A day begins in Warsaw. */
  campaignStart: dayOrInstant,
  mainBanner: image,
  thresholds: z.array(z.object({ value: thresholdValue })).length(THRESHOLDS, code('exactlyFour')),
  regulations: z.tuple([regulation('regulation'), regulation('faq')], code('exactlyTwo')).transform((both): Regulation[] => both),
  questions: z
    .array(SentQuestion)
    .max(MAX_QUESTIONS, code('tooMany'))
    .nullable()
    .transform((list) => list ?? []),
};

export const Loyalty = z.object({
  campaignStart: Instant.nullable(),
  mainBanner: z.string().nullable(),
  thresholds: z.array(z.object({ value: z.number().nullable() })),
  regulations: z.array(z.object({ type: z.enum(regulationTypes), name: z.string().nullable(), file: z.string().nullable() })),
  questions: z.array(Question),
});
export type Loyalty = z.infer<typeof Loyalty>;

export const settingsImage = image;
