import { Button, CloseButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFailureWords } from '../../../frames/use-failure-words.ts';
import { call, isOutcomeUnknown } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { content } from '../content.queries.ts';
import { bulkMessages } from './bulk.messages.ts';
import classes from './bulk.module.css';
import { type Done, UNDO_KEY } from './undoing.ts';

/** Time during which a change can be undone (EDIT-03). */
const UNDO_MS = 30_000;

type UndoBarProps = { done: Done; onClose: () => void };

const Undoable = ({ done, onClose }: UndoBarProps) => {
  const words = useMessages(bulkMessages);
  const wordsOf = useFailureWords();
  const common = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  // True if an earlier attempt may have succeeded. A conflict found by a retry may then be its own change.
  const [isUnsure, setIsUnsure] = useState(false);
  const undo = useMutation({
    mutationKey: UNDO_KEY,
    mutationFn: () => call('POST /api/v1/content-editor/undo', { body: { items: done.items } }),
    onError: (error) => setIsUnsure((was) => was || isOutcomeUnknown(error)),
    onSettled: () => content.changed(client),
  });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (undo.isPending) return;
    const timer = setTimeout(() => close(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undo.isPending]);
  const { data } = undo;
  const sentences = data
    ? [
        data.undone > 0 && words.undone(data.undone, format.number(data.undone)),
        data.kept.length > 0 && (isUnsure ? words.nowOther : words.kept)(data.kept.map(({ name }) => name).join(', ')),
      ].filter(Boolean)
    : [undo.isError ? wordsOf(undo.error, words.undoFailed) : done.text];
  return (
    <div className={classes.bar} role="status">
      <span>{sentences.join(' ')}</span>
      {!data && (
        <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          {words.undo}
        </Button>
      )}
      <CloseButton size="sm" aria-label={common.close} onClick={onClose} />
    </div>
  );
};

/** Shows the last change with Undo for half a minute, then the result of the undo. The next change restarts the time. */
export const UndoBar = (props: UndoBarProps) => {
  const [first] = props.done.items;
  return <Undoable key={`${first?._id}:${first?.revision}`} {...props} />;
};
