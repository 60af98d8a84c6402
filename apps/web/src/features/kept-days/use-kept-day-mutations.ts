import { type KeptDay, KeptDayDraft } from '@endcap/contract/kept-days';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiProblem, call, isNotFound, isOutcomeUnknown } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { sameValue } from '../../lib/same-value.ts';
import { toast } from '../../lib/toast.ts';
import { keptDayDialogMessages } from './kept-day-dialog.messages.ts';
import { keptDayMessages } from './kept-days.messages.ts';

const params = ({ _id }: KeptDay) => ({ keptDayId: _id });
const against = ({ revision }: KeptDay) => ({ ifMatch: `"${revision}"` });
const write = (keptDay: KeptDay | null, body: KeptDayDraft): Promise<KeptDay> =>
  keptDay
    ? call('PATCH /api/v1/kept-days/:keptDayId', { params: params(keptDay), body }, against(keptDay))
    : call('POST /api/v1/kept-days', { body });

const keptDayOn = async (day: string): Promise<KeptDay | undefined> =>
  (await call('GET /api/v1/calendar', { query: { from: day, to: day, text: '' } })).keptDays.find((keptDay) => keptDay.day === day);

/** Returns the reserved day that conflicts with a rejected save: its current version, or the existing one on the same day. */
const conflictingDay = async (refusal: ApiProblem, { day }: KeptDayDraft): Promise<KeptDay | undefined> => {
  // A 412 carries the entity in the shape of the route's answer.
  if (refusal.status === 412) return refusal.current as KeptDay;
  return refusal.fields['day']?.includes('dayTwice') ? keptDayOn(day) : undefined;
};

/** Returns the stored day if an earlier request saved it but its response was lost. Null if someone else's data is stored (ux 22). */
const ownKeptDay = async (refusal: unknown, sent: KeptDayDraft | null): Promise<KeptDay | null> => {
  if (sent === null || !(refusal instanceof ApiProblem)) return null;
  const stored = await conflictingDay(refusal, sent);
  return stored && sameValue(KeptDayDraft.safeParse(stored).data, sent) ? stored : null;
};

/** Writes a reserved day. A retry after a lost response continues from what the first request stored, if it stored anything. */
const useWrite = (keptDay: KeptDay | null) => {
  const unanswered = useRef<KeptDayDraft | null>(null);
  /** Runs a request against the day as shown, or against its version stored by an earlier request whose response was lost. */
  const runAgainstCurrent = async <T>(act: (of: KeptDay | null) => Promise<T>): Promise<T> => {
    try {
      return await act(keptDay);
    } catch (error) {
      const own = await ownKeptDay(error, unanswered.current);
      if (own === null) throw error;
      return act(own);
    }
  };
  return {
    write: (draft: KeptDayDraft): Promise<KeptDay> =>
      runAgainstCurrent((of) => write(of, draft)).catch((error: unknown) => {
        if (isOutcomeUnknown(error)) unanswered.current = draft;
        throw error;
      }),
    remove: (day: KeptDay): Promise<unknown> =>
      runAgainstCurrent((of) => call('DELETE /api/v1/kept-days/:keptDayId', { params: params(day) }, against(of ?? day))).catch(
        (error: unknown) => {
          // A 404 counts as success: the day is no longer reserved.
          if (!isNotFound(error)) throw error;
        },
      ),
  };
};

/** Mutations that create, change or release a reserved day, against the revision that is shown. A toast reports success. */
export const useKeptDayMutations = (keptDay: KeptDay | null, onDone: (day: string) => void) => {
  const words = useMessages(keptDayDialogMessages);
  const { plans: plansOf } = useMessages(keptDayMessages);
  const { close: closeLabel } = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  const read = async (): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['content', 'calendar'] }),
      client.invalidateQueries({ queryKey: ['notifications', 'canSend'] }),
    ]);
  };
  const writing = useWrite(keptDay);
  const save = useMutation({
    mutationFn: writing.write,
    onSuccess: async ({ day, plans }) => {
      const sentence = words.keptNow(format.longDay(day));
      const staying = plans > 0 ? ` ${plansOf(plans, format.number(plans))}.` : '';
      toast.success({ title: words.done, body: `${sentence}${staying}`, closeLabel });
      onDone(day);
      await read();
    },
    onError: read,
  });
  const removal = useMutation({
    mutationFn: writing.remove,
    onSuccess: async (_, { day }) => {
      toast.success({ title: words.done, body: words.removed(format.longDay(day)), closeLabel });
      onDone(day);
      await read();
    },
    onError: read,
  });
  return { save, removal };
};
