import { emptyAudienceRule } from '@endcap/contract/audience';
import { fieldProblem } from '@endcap/contract/core';
import { ATTENTION_DAYS, type AudienceForecast, type ForecastAudience, MANY_PUSHES, planProblem } from '@endcap/contract/notifications';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import { rememberBriefly } from '../../platform/remember-briefly.ts';
import type { Database } from '../../tables.ts';
import { freezeAudience, plannedSends, type RecentSend, recentSends, sampleAudience } from '../delivery/index.ts';
import { pushesByRule } from './count-pushes.ts';
import { weeklyLimit } from './send-notification.ts';

const SAMPLE = 2_000;
/** Milliseconds for which sends and plans are cached: reading a week of them on every keystroke would cost too much. */
const SENDS_MAX_AGE_MS = 10_000;
const DAY_MS = 86_400_000;

/** Returns the sends until now and the plans until the end of a day, except one plan. All callers share the cache. */
const createSends = ({ db, now }: { db: Database; now: () => Date }) => {
  const sent = rememberBriefly(SENDS_MAX_AGE_MS, () => {
    const at = now();
    return recentSends(db, new Date(at.getTime() - ATTENTION_DAYS * DAY_MS), at);
  });
  const planned = rememberBriefly(SENDS_MAX_AGE_MS, (day) => {
    // A day more, because clocks may change within the week.
    const [from, until] = [startOfDay(day, -ATTENTION_DAYS - 1), startOfDay(day, 1)];
    return plannedSends(db, new Date(from), new Date(until));
  });
  return async (startsAt: Date, without: string | undefined) => {
    const [was, will] = await Promise.all([sent.read(''), planned.read(warsawDay(startsAt))]);
    return [...was, ...will.filter(({ notificationId }) => notificationId !== without).map(({ send }) => send)];
  };
};

/**
 * Estimates which other pushes the customers of an audience get, from a sample and the rules of sends and plans, in memory (CARE-01).
 * Throws a problem of the field when nothing can be planned for `startsAt`.
 */
export const createForecast = ({ db, now }: { db: Database; now: () => Date }) => {
  const sendsBeside = createSends({ db, now });
  return async ({ startsAt, notificationId, ...chosenRule }: ForecastAudience, storeId: string | null): Promise<AudienceForecast> => {
    const problem = startsAt === undefined ? null : planProblem(startsAt, now());
    if (problem) throw fieldProblem('startsAt', problem);
    const start = startsAt === undefined ? now() : new Date(startsAt);
    const rule = storeId === null ? chosenRule : emptyAudienceRule;
    const audience = await freezeAudience(db, { rule, storeId, isTest: false });
    const [{ phones, whole }, sends, limit] = await Promise.all([
      sampleAudience(db, audience, SAMPLE),
      sendsBeside(start, notificationId),
      weeklyLimit(db),
    ]);
    const isSafetyOf = (send: RecentSend): boolean => send[4] === true;
    const counts = phones.map(
      pushesByRule(
        sends.filter((send) => !isSafetyOf(send)),
        start,
      ),
    );
    const warned = phones.map(pushesByRule(sends.filter(isSafetyOf), start));
    const those = (which: (pushes: (typeof counts)[number]) => boolean): number => counts.filter(which).length;
    return {
      sampled: phones.length,
      whole,
      day: those(({ day }) => day > 0),
      week: those(({ week }) => week > 0),
      fourth: those(({ week }) => week >= MANY_PUSHES),
      safety: warned.filter(({ week }) => week > 0).length,
      limit,
      limited: limit === null ? 0 : those(({ week }) => week >= limit),
    };
  };
};
