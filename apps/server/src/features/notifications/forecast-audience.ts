import { type AudienceRule, emptyAudienceRule } from '@endcap/contract/audience';
import { ATTENTION_DAYS, type AudienceForecast, MANY_PUSHES } from '@endcap/contract/notifications';
import { startOfDayAhead } from '@endcap/contract/warsaw-time';
import { rememberBriefly } from '../../platform/remember-briefly.ts';
import type { Database } from '../../tables.ts';
import { freezeAudience, recentSends, sampleAudience } from '../delivery/index.ts';
import { readSettings } from '../settings/index.ts';
import { pushesByRule } from './count-pushes.ts';

const SAMPLE = 2_000;
/** What others sent may be missing for so long: reading a week of it for each letter that somebody types would cost more than it says. */
const SENDS_MAX_AGE_MS = 10_000;
const DAY_MS = 86_400_000;

/** CARE-01: what else the customers of an audience get, by a sample of them and the rules of what was sent, all in memory. */
export const createForecast = ({ db, now }: { db: Database; now: () => Date }) => {
  const counting = rememberBriefly(SENDS_MAX_AGE_MS, async () => {
    const at = now();
    const sends = await recentSends(db, new Date(at.getTime() - ATTENTION_DAYS * DAY_MS), at);
    return pushesByRule(sends, Date.parse(startOfDayAhead(at, 0)) / 1000);
  });
  return async (asked: AudienceRule, storeId: string | null): Promise<AudienceForecast> => {
    const rule = storeId === null ? asked : emptyAudienceRule;
    const audience = await freezeAudience(db, { rule, storeId, isTest: false });
    const [{ phones, whole }, countOf, { sending }] = await Promise.all([
      sampleAudience(db, audience, SAMPLE),
      counting.read(''),
      readSettings(db),
    ]);
    const limit = sending.weeklyLimit;
    const counts = phones.map(countOf);
    const those = (which: (pushes: (typeof counts)[number]) => boolean): number => counts.filter(which).length;
    return {
      sampled: phones.length,
      whole,
      today: those(({ today }) => today > 0),
      week: those(({ week }) => week > 0),
      fourth: those(({ week }) => week >= MANY_PUSHES),
      limit,
      limited: limit === null ? 0 : those(({ week }) => week >= limit),
    };
  };
};
