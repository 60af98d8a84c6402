import { z } from 'zod';
import { SentInstant } from '../warsaw-time/index.ts';
import { validityProblem } from './notification.rules.ts';

/** PLAN-01: how far ahead a send can be planned. */
const PLAN_DAYS = 60;
const HOUR_MS = 3_600_000;
/** The same hour on the last of those days, also where a change of clocks lies between. */
const FURTHEST_MS = PLAN_DAYS * 24 * HOUR_MS + HOUR_MS;
/** PLAN-03: later than this it does not start by itself. */
export const LATE_HOURS = 2;

/** When a send starts: an instant with its zone, so that no change of clocks makes it two. */
export const StartsAt = SentInstant;

/** Another time for a plan; everything else of it stays. */
export const MovePlan = z.object({ startsAt: StartsAt });

/** Why nothing can be planned for an instant; null when it can. */
export const planProblem = (startsAt: string, now: Date): 'inPast' | 'tooFar' | null => {
  const ahead = Date.parse(startsAt) - now.getTime();
  if (ahead <= 0) return 'inPast';
  return ahead > FURTHEST_MS ? 'tooFar' : null;
};

/** Why an end of validity is refused for a send that starts then; null is now. */
export const plannedValidityProblem = (
  validUntil: string,
  startsAt: string | null,
  now: Date,
): 'inPast' | 'endBeforeStart' | 'tooSoon' | 'tooFar' | null => {
  if (startsAt === null) return validityProblem(validUntil, now);
  const problem = validityProblem(validUntil, new Date(startsAt));
  return problem === 'inPast' ? 'endBeforeStart' : problem;
};
