import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import classes from './editor-layout.module.css';
import { frameMessages } from './frame.messages.ts';

const SLOW_AFTER_MS = 5_000;

/** Shows a note that the request takes long, SLOW_AFTER_MS after it is mounted (ux 22). */
export const SlowAnswer = () => {
  const words = useMessages(frameMessages);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow && <span>{words.takesLong}</span>;
};

type BarFailureProps = {
  text: string;
  requestId?: string | undefined;
  /** True if fields are invalid. The first of them has the focus, if it is on the screen (ux 10). */
  atFields: boolean;
  /** A step to take before a retry. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
};

/** Error message beside the button that was pressed. It takes the focus, unless an invalid field has it (D-50). */
export const BarFailure = ({ text, requestId, atFields, children, onRetry }: BarFailureProps) => {
  const common = useMessages(commonMessages);
  const message = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent((): void => {
    if (atFields && document.activeElement?.closest('[aria-invalid="true"], [data-invalid]')) return;
    (message.current?.querySelector<HTMLElement>('a, button') ?? message.current)?.focus();
  });
  useEffect(() => takeFocus(), []);
  return (
    <div ref={message} role="alert" tabIndex={-1} className={classes.failure}>
      <span>{requestId ? `${text} ${common.requestId(requestId)}` : text}</span>
      {children}
      {onRetry && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
    </div>
  );
};
