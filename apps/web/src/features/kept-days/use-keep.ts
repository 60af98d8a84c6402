import { type KeptDay, type KeptDayDraft, keptDayRoutes } from '@endcap/contract/kept-days';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { toast } from '../../lib/toast.ts';
import { keptDayMessages } from './kept-days.messages.ts';

const { create, change, remove } = keptDayRoutes;
const params = ({ _id }: KeptDay) => ({ keptDayId: _id });
const against = ({ revision }: KeptDay) => ({ ifMatch: `"${revision}"` });

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
  const save = useMutation({
    mutationFn: (draft: KeptDayDraft) =>
      kept ? call(change, { params: params(kept), body: draft }, against(kept)) : call(create, { body: draft }),
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
    mutationFn: async (day: KeptDay) => call(remove, { params: params(day) }, against(day)),
    onSuccess: async (_, { day }) => {
      toast.success({ title: words.done, body: words.removed(format.dayAndMonth(day)), closeLabel });
      onDone(day);
      await read();
    },
    onError: read,
  });
  return { save, removal };
};
