import { type KeptDay, KeptDayDraft } from '@endcap/contract/kept-days';
import { sameValue } from '../../lib/same-value.ts';
import { ApiProblem, call } from '../../lib/api.ts';

const keptOn = async (day: string): Promise<KeptDay | undefined> =>
  (await call('GET /api/v1/calendar', { query: { from: day, to: day, text: '' } })).keptDays.find((kept) => kept.day === day);

/** What a refusal says is in the way: the day as it is by now, or the one that is kept already. */
const inTheWay = async (refusal: ApiProblem, { day }: KeptDayDraft): Promise<KeptDay | undefined> => {
  // A 412 carries the entity in the shape of the route's answer.
  if (refusal.status === 412) return refusal.current as KeptDay;
  return refusal.fields['day']?.includes('dayTwice') ? keptOn(day) : undefined;
};

/** What was sent without an answer and is stored all the same: one's own to go on from, and nobody else's (ux 22). */
export const ownKeptDay = async (refusal: unknown, sent: KeptDayDraft | null): Promise<KeptDay | null> => {
  if (sent === null || !(refusal instanceof ApiProblem)) return null;
  const stored = await inTheWay(refusal, sent);
  return stored && sameValue(KeptDayDraft.safeParse(stored).data, sent) ? stored : null;
};
