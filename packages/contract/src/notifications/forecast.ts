import { z } from 'zod';
import { AudienceRule } from '../audience/index.ts';
import { Id, route } from '../core/index.ts';
import { StartsAt } from './plan.ts';

/** Days before a send in which others count (CARE-01, CARE-02). */
export const ATTENTION_DAYS = 7;
/** Pushes within those days from which on the next one is pointed out: it would be at least the fourth. */
export const MANY_PUSHES = 3;

const Phones = z.number().int();

/** Audience of a send, its start if it is later, and the id of a plan that is changed, which does not count as another push. */
export const ForecastAudience = AudienceRule.extend({ startsAt: StartsAt.optional(), notificationId: Id.optional() });
export type ForecastAudience = z.infer<typeof ForecastAudience>;

/**
 * Other pushes to an audience, sent and planned, estimated from a sample of its phones: how many of them get another push on the day of
 * the start, within the seven days until it, and so many in these that this send would be at least the fourth.
 */
export const AudienceForecast = z.object({
  sampled: Phones,
  /** True if the sample is all phones of the audience. */
  whole: z.boolean(),
  /** On the day of the start, also later than it. */
  day: Phones,
  week: Phones,
  fourth: Phones,
  /** CARE-05: phones that got a safety message within the seven days; neither the other counts nor the limit include it. */
  safety: Phones,
  /** CARE-02: the weekly limit, and the number of phones that have reached it. */
  limit: z.number().int().nullable(),
  limited: Phones,
});
export type AudienceForecast = z.infer<typeof AudienceForecast>;

/** Apart from the routes of notifications, which come with the first load of the page. */
export const attentionRoutes = {
  forecast: route({
    method: 'POST',
    path: '/api/v1/notification-editor/forecast',
    // CARE-01
    summary: 'What else the phones of an audience get on the day of a send and in the seven days until it, told by a sample of them',
    access: 'staff',
    rights: 'remembered',
    body: ForecastAudience,
    reply: AudienceForecast,
  }),
};

/** Of a normal distribution, 95 in a hundred lie so many deviations around its middle. */
const DEVIATIONS = 1.96;
/** Phones added to the sample, half of them affected: a small sample would otherwise seem exact (Agresti and Coull). */
const PRIOR_PHONES = 4;

/** Estimates how many of `devices` are affected, from `count` phones of the sample. The margin holds in 95 of 100 cases. */
export const estimatedOf = (
  count: number,
  { sampled, whole }: Pick<AudienceForecast, 'sampled' | 'whole'>,
  devices: number,
): { devices: number; margin: number } => {
  if (sampled === 0 || devices === 0) return { devices: 0, margin: 0 };
  if (whole) return { devices: Math.min(count, devices), margin: 0 };
  const seen = sampled + PRIOR_PHONES;
  const likely = (count + PRIOR_PHONES / 2) / seen;
  const spread = DEVIATIONS * Math.sqrt((likely * (1 - likely)) / seen);
  // The sample covers most of a small audience, so its margin is smaller.
  const unseen = Math.sqrt(Math.max(0, devices - sampled) / Math.max(1, devices - 1));
  return { devices: Math.round((count / sampled) * devices), margin: Math.ceil(spread * unseen * devices) };
};
