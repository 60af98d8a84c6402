import { z } from 'zod';
import { atMost, cleanText, code } from '../core/index.ts';

/** Characters of a question. */
export const QUESTION_MAX_LENGTH = 2_000;

/** Text of a question: cleaned, trimmed and not empty. */
export const Question = atMost(
  z
    .string(code('required'))
    .max(QUESTION_MAX_LENGTH * 4, code('tooLong'))
    .transform(cleanText)
    .refine((text) => text !== '', code('required')),
  QUESTION_MAX_LENGTH,
);
