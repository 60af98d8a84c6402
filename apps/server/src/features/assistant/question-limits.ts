import type { FastifyRequest } from 'fastify';
import { createAddressLimit, createLimit } from '../../platform/http/rate-limit.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Factor by which the limit of an IP address exceeds that of a phone: many customers share a shop's Wi-Fi or a mobile network. */
const ADDRESS_FACTOR = 10;

type Options = { now: () => Date; aMinute: number; aDay: number };
/** Counts a question. Returns the seconds to wait if the limit is reached, else null. */
export type TakeQuestion = (deviceId: string, request: Pick<FastifyRequest, 'ip'>) => number | null;

/**
 * Limits questions to the assistant per minute and per day, for each phone and for all phones of an IP address. The limits are separate
 * from those of other requests, since an answer may cost a call of the model. A refused question counts towards neither limit.
 */
export const createQuestionLimits = ({ now, aMinute, aDay }: Options): TakeQuestion => {
  const rates = [
    { max: aMinute, windowMs: MINUTE_MS, now },
    { max: aDay, windowMs: DAY_MS, now },
  ];
  const phones = rates.map(createLimit);
  const addresses = rates.map(({ max, ...rate }) => createAddressLimit({ ...rate, max: max * ADDRESS_FACTOR }));
  return (deviceId, request) => {
    const waits = [...phones.map((limit) => limit.usedUp(deviceId)), ...addresses.map((limit) => limit.usedUp(request))];
    const longest = Math.max(...waits.map((wait) => wait ?? 0));
    if (longest > 0) return longest;
    for (const limit of phones) limit.take(deviceId);
    for (const limit of addresses) limit.take(request);
    return null;
  };
};
