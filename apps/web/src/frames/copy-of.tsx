import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Tagged } from '../lib/api.ts';
import { useMessages } from '../lib/language.tsx';
import { FailedView } from '../ui/state-view.tsx';
import { answerAbove } from './editor-layout.tsx';
import { copyMessages } from './copy.messages.ts';

type CopyOfProps<Entity> = {
  formRef: RefObject<HTMLFormElement | null>;
  kind: string;
  id: string;
  read: (id: string) => Promise<Tagged<Entity>>;
  /** Fills the form, with the name marked as a copy's; called once, whatever language it is read in later. */
  onFound: (entity: Entity, mark: (name: string) => string) => void;
  /** Gives the copy the original's dates, a week later. */
  onLater: ((entity: Entity) => void) | null;
};

/** EDIT-01: reads the item that a new one is a copy of, and says that nothing is saved yet. */
export const CopyOf = <Entity,>({ formRef, kind, id, read, onFound, onLater }: CopyOfProps<Entity>) => {
  const words = useMessages(copyMessages);
  const [isLater, setLater] = useState(false);
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['copy', kind, id],
    queryFn: () => read(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = useEffectEvent((original: Tagged<Entity>) => onFound(original.value, words.nameOfCopy));
  useEffect(() => {
    if (data) found(data);
  }, [data]);
  if (isError) return <FailedView error={error} onRetry={() => void refetch()} />;
  return (
    <Alert variant="light" mb="md" role="status">
      {words.copy} {onLater && !isLater && words.datesEmptied}{' '}
      {onLater && data && !isLater && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() =>
            answerAbove(formRef.current, () => {
              onLater(data.value);
              setLater(true);
            })
          }
        >
          {words.laterDates}
        </Button>
      )}
    </Alert>
  );
};
