import type { z } from 'zod';
import { code } from '../core/index.ts';

/** Refuses the second entry of a day, where it stands. */
export const oncePerDay = ({ value, issues }: z.core.ParsePayload<{ day: string }[]>): void => {
  for (const [at, { day }] of value.entries())
    if (value.findIndex((one) => one.day === day) < at)
      issues.push({ code: 'custom', message: code('dayTwice'), path: [at, 'day'], input: day });
};
