import type { KeptDay, KeptDayDraft } from '@endcap/contract/kept-days';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, isNotFound, isOutcomeUnknown } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { toast } from '../../lib/toast.ts';
import { keptDayMessages } from './kept-days.messages.ts';
import { ownKeptDay } from './own-kept-day.ts';

const params = ({ _id }: KeptDay) => ({ keptDayId: _id });
const against = ({ revision }: KeptDay) => ({ ifMatch: `"${revision}"` });
const write = (kept: KeptDay | null, body: KeptDayDraft): Promise<KeptDay> =>
  kept
    ? call('PATCH /api/v1/kept-days/:keptDayId', { params: params(kept), body }, against(kept))
    : call('POST /api/v1/kept-days', { body });

/** A second try after a lost answer goes on from what the first one stored, if it did. */
const useWrite = (kept: KeptDay | null) => {
  const unanswered = useRef<KeptDayDraft | null>(null);
  /** Does something against a day as it was shown, or as one left it. */
  const goOn = async <T>(act: (of: KeptDay | null) => Promise<T>): Promise<T> => {
    try {
      return await act(kept);
    } catch (error) {
      const own = await ownKeptDay(error, unanswered.current);
      if (own === null) throw error;
      return act(own);
    }
  };
  return {
    write: (draft: KeptDayDraft): Promise<KeptDay> =>
      goOn((of) => write(of, draft)).catch((error: unknown) => {
        if (isOutcomeUnknown(error)) unanswered.current = draft;
        throw error;
      }),
    remove: (day: KeptDay): Promise<unknown> =>
      goOn((of) => call('DELETE /api/v1/kept-days/:keptDayId', { params: params(day) }, against(of ?? day))).catch((error: unknown) => {
        // It is kept by nobody any more, whoever gave it back: what was wanted is so.
        if (!isNotFound(error)) throw error;
      }),
  };
};

/** Keeps a day free, changes one that is kept, against the revision that is shown, or keeps it no more; says what became of it. */
export const useKeep = (kept: KeptDay | null, onDone: (day: string) => void) => {
  const words = useMessages(keptDayMessages);
  const { close: closeLabel } = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  const read = async (): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['content', 'calendar'] }),
      client.invalidateQueries({ queryKey: ['notifications', 'canSend'] }),
    ]);
  };
  const writing = useWrite(kept);
  const save = useMutation({
    mutationFn: writing.write,
    onSuccess: async ({ day, plans }) => {
      const said = words.keptNow(format.dayAndMonth(day));
      const staying = plans > 0 ? ` ${words.plans(plans, format.number(plans))}.` : '';
      toast.success({ title: words.done, body: `${said}${staying}`, closeLabel });
      onDone(day);
      await read();
    },
    onError: read,
  });
  const removal = useMutation({
    mutationFn: writing.remove,
    onSuccess: async (_, { day }) => {
      toast.success({ title: words.done, body: words.removed(format.dayAndMonth(day)), closeLabel });
      onDone(day);
      await read();
    },
    onError: read,
  });
  return { save, removal };
};
