import type { CalendarItem } from '@endcap/contract/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import { ApiProblem, callTagged, isOutcomeUnknown } from '../../lib/api.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import type { Done } from '../content/index.ts';
import { calendarMessages } from './calendar.messages.ts';
import { type Draft, type Edge, withDraft } from './chart-scale.ts';

const fields = { start: 'publicationStart', end: 'publicationEnd' } as const satisfies Record<Edge, string>;
const EVERYTHING_OF_CONTENT = { queryKey: ['content'] };

type Move = { item: CalendarItem; draft: Draft };

/** Moves an end of a publication against the revision that is shown. Offers undo and reports errors (CAL-03). */
export const useDateChange = (onSettled: () => void) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const codeWord = useCodeWord();
  const client = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const reasonOf = (error: unknown, name: string): string => {
    if (!(error instanceof ApiProblem) || isOutcomeUnknown(error)) return words.unknown(name);
    if (error.status === 412) return words.stale(name);
    const [code] = Object.values(error.fields).flat();
    return error.status === 422 ? words.refused(name, codeWord(code) ?? '') : words.failed(name);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ item, draft }: Move) => {
      const at = withDraft(item, draft)[draft.edge];
      const { tag } = await callTagged(
        'PATCH /api/v1/content-editor/:contentId',
        { params: { contentId: item._id }, body: { [fields[draft.edge]]: at } },
        { ifMatch: `"${item.revision}"` },
      );
      return {
        at: draft.edge === 'end' ? format.endMoment(at ?? '') : format.moment(at ?? ''),
        revision: Number((tag ?? '').replaceAll('"', '')),
      };
    },
    onSuccess: ({ at, revision }, { item, draft }) => {
      setProblem(null);
      const text = words.moved(item.name, draft.edge === 'start' ? words.movedStart(at) : words.movedEnd(at));
      setDone({ text, items: [{ _id: item._id, revision }] });
    },
    onError: (error, { item }) => setProblem(reasonOf(error, item.name)),
    onSettled: async () => {
      // Keep the bar at its new position until the refetch completes.
      await client.invalidateQueries(EVERYTHING_OF_CONTENT);
      onSettled();
    },
  });
  return {
    move: (move: Move): void => mutate(move),
    isMoving: isPending,
    done,
    closeDone: () => setDone(null),
    problem,
    closeProblem: () => setProblem(null),
  };
};
