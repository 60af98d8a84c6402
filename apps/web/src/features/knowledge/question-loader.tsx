import { shownText } from '@endcap/contract/assistant';
import { DESCRIPTION_MAX_LENGTH } from '@endcap/contract/knowledge';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { FailedView } from '../../ui/state-view.tsx';
import { threads } from '../assistant/index.ts';

/** A message of a thread. */
type MessageRef = { thread: string; message: string };

const NAME_LENGTH = 80;

/** Initial values of a new item that answers a question. The assistant finds items by their description. */
export const itemAbout = (question: string) => {
  const line = question.replace(/\s+/g, ' ').trim();
  return { name: line.slice(0, NAME_LENGTH).toWellFormed(), description: line.slice(0, DESCRIPTION_MAX_LENGTH).toWellFormed() };
};

/** Loads the question of a customer from its thread and passes it on once. */
export const QuestionLoader = ({ thread, message, onLoad }: MessageRef & { onLoad: (question: string) => void }) => {
  const { data, error, isError, refetch } = useQuery(threads.details(thread));
  const report = useEffectEvent(onLoad);
  useEffect(() => {
    const question = shownText(data?.messages.find(({ id }) => id === message)?.content);
    if (question) report(question);
  }, [data, message]);
  return isError ? <FailedView error={error} onRetry={() => void refetch()} /> : null;
};
