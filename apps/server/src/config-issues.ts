import type { z } from 'zod';
import { formerNameOf } from './config-names.ts';

const limit = (origin: string, count: number | bigint, most: boolean): string => {
  const bound = most ? `at most ${count}` : `at least ${count}`;
  return origin === 'string' ? `${bound} characters` : bound;
};

/** The rule that a setting breaks, as a clause without its value; empty when no rule can be named. */
const expectation = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'string' ? '' : 'a whole number';
    case 'too_big':
      return limit(issue.origin, issue.maximum, true);
    case 'too_small':
      return limit(issue.origin, issue.minimum, false);
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'a whole address, with its protocol' : issue.message;
    default:
      return issue.message;
  }
};

/** Returns why a setting is refused: that it is missing, or the rule that it breaks. */
export const faultOfIssue = (issue: z.core.$ZodIssue, given: Record<string, unknown>): string => {
  const name = issue.path.join('.');
  if (issue.code === 'invalid_type' && !(String(issue.path[0]) in given)) {
    const former = formerNameOf(name);
    return former !== null && former in given ? `${name} (missing; ${former} was its name before 1.0.0)` : `${name} (missing)`;
  }
  const clause = expectation(issue);
  return `${name} (invalid${clause && `: ${clause}`})`;
};
