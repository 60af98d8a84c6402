import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ApiProblem } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import classes from './editor-page.module.css';
import { frameMessages } from './frame.messages.ts';

/** Why a save failed, beside the button that was pressed and with the focus; with another try where one can help (ERR-07..09, A-104). */
export const SaveFailure = ({ failure, onRetry }: { failure: ApiProblem; onRetry: () => void }) => {
  const words = useMessages(frameMessages);
  const common = useMessages(commonMessages);
  const isFinal = failure.status === 404 || failure.status === 422;
  const message = useRef<HTMLDivElement>(null);
  // The first of the fields at fault has it already (ux 10).
  const takesFocus = failure.status !== 422;
  useEffect(() => {
    if (takesFocus) (message.current?.querySelector('button') ?? message.current)?.focus();
  }, [takesFocus]);
  const text =
    failure.code === 'offline'
      ? common.offline
      : failure.status === 404
        ? words.gone
        : failure.status === 422
          ? words.refused
          : words.saveFailed;
  return (
    <div ref={message} role="alert" tabIndex={-1} className={classes.failure}>
      <span>
        {text}
        {failure.requestId && failure.status !== 422 && ` ${common.requestId(failure.requestId)}`}
      </span>
      {!isFinal && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
    </div>
  );
};
