import type { Notification } from '@endcap/contract/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFailureWords } from '../../../frames/use-failure-words.ts';
import { ApiProblem, type Tagged } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { notifications } from '../notification.queries.ts';
import { followUpMessages } from './follow-up.messages.ts';

type Answer = Tagged<Notification>;

/** Runs a correction or recall and explains a rejection. The page then shows the response. */
export const useFollowUp = <Input = void>(notification: Notification, call: (input: Input) => Promise<Answer>, onDone: () => void) => {
  const words = useMessages(followUpMessages);
  const wordsOf = useFailureWords();
  const client = useQueryClient();
  const scope = useSelectedStore();
  const taking = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      client.setQueryData(notifications.details(scope, notification._id).queryKey, answer);
      onDone();
    },
    onError: () => notifications.changed(client),
  });
  const problem = taking.error instanceof ApiProblem ? taking.error : null;
  const isOvertaken = problem?.status === 412;
  const refused = problem && words.refused[problem.code];
  const failed = isOvertaken ? words.correct.overtaken : (refused ?? wordsOf(taking.error, words.failed));
  return {
    take: taking.mutate,
    isPending: taking.isPending,
    /** True if a retry would be rejected again. */
    isOver: problem?.status === 409 || isOvertaken,
    fields: problem?.status === 422 ? problem.fields : {},
    message: !taking.isError || problem?.status === 422 ? null : failed,
  };
};
