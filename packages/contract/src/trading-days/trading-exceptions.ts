import { z } from 'zod';
import { code, optionalLine } from '../core/index.ts';
import { Day } from '../warsaw-time/index.ts';
import { oncePerDay } from './once-per-day.ts';

const MOST = 200;

/** Exception to the law on a day: shops may open, or must stay closed. */
export const exceptionKinds = ['trading', 'closed'] as const;

const SentException = z.object({ day: Day, kind: z.enum(exceptionKinds, code('unknown')), note: optionalLine(200).default(null) });
export const TradingException = z.object({ day: z.iso.date(), kind: z.enum(exceptionKinds), note: z.string().nullable() });
export type TradingException = z.infer<typeof TradingException>;

/** TRADE-01: what administrators know better than the law of any year, each day once. */
export const tradingExceptions = z
  .array(SentException, code('invalid'))
  .max(MOST, code('tooMany'))
  .check(oncePerDay)
  .nullable()
  .transform((list) => (list ?? []).toSorted((one, other) => one.day.localeCompare(other.day)));
