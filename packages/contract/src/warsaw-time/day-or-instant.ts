import { z } from 'zod';
import { code, unprocessable } from '../core/index.ts';
import { readInstant } from './warsaw-time.ts';

/** The rule of every date that is sent: a day, which begins in Warsaw, or an instant; stored as an instant. Empty is null. */
export const dayOrInstant = z
  .union([z.string().max(40, code('notDate')), z.null()], code('notDate'))
  .refine((text) => !text || readInstant(text) !== null, code('notDate'))
  .transform((text) => (text ? readInstant(text) : null));

/** The rule of every instant that is sent where a day is not enough: ISO 8601 with a zone, as `readInstant` reads it; stored in UTC. */
export const SentInstant = z
  .string(code('notDate'))
  .max(40, code('notDate'))
  .refine((text) => text.includes('T') && readInstant(text) !== null, code('notDate'))
  .meta({ format: 'date-time' })
  .transform((text) => readInstant(text) ?? text);

/** A day of Warsaw. */
export const Day = z
  .string()
  .refine((text) => text !== '', { ...unprocessable('required'), abort: true })
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && readInstant(text) !== null, unprocessable('notDate'));
