import type { HistoryChange } from '@endcap/contract/history';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { FailedView } from '../../ui/state-view.tsx';
import { history } from './history.queries.ts';

/** HIST-06: asks for the change that a new item takes its values from, and hands it over once. */
export const MadeAgain = ({ changeId, onFound }: { changeId: string; onFound: (change: HistoryChange) => void }) => {
  const { data, error, isError, refetch } = useQuery(history.change(changeId));
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (data) found(data);
  }, [data]);
  return isError ? <FailedView error={error} onRetry={() => void refetch()} /> : null;
};
