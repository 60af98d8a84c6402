import type { z } from 'zod';
import { code } from '../core/index.ts';

type Dated = { day: string; until?: string };

/** Refuses the second entry of a day, or of the same first and last day, at its position in the list. */
export const oncePerDay = ({ value, issues }: z.core.ParsePayload<Dated[]>): void => {
  for (const [at, { day, until }] of value.entries())
    if (value.findIndex((one) => one.day === day && one.until === until) < at)
      issues.push({ code: 'custom', message: code('dayTwice'), path: [at, 'day'], input: day });
};
