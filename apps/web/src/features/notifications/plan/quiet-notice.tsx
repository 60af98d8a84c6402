import type { CanSend } from '@endcap/contract/notifications';
import { Alert, Button } from '@mantine/core';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import classes from './plan.module.css';
import { quietNoticeMessages } from './quiet-notice.messages.ts';

type QuietNoticeProps = {
  hours: CanSend['quietHours'] | undefined;
  /** The first minute after the quiet hours. */
  until: string;
  /** True for a later start, false for a start now. */
  isPlanned: boolean;
  onPlan: (startsAt: string) => void;
};

/** Notice that no send starts in quiet hours, with a button for the first minute after them (CARE-03). */
export const QuietNotice = ({ hours, until, isPlanned, onPlan }: QuietNoticeProps) => {
  const words = useMessages(quietNoticeMessages);
  const format = useFormat();
  const span = hours ? ` (${hours.from}–${hours.until})` : '';
  return (
    <Alert color="yellow" variant="light" role="status" data-testid="quiet-hours">
      <div className={classes.quiet}>
        <p>{isPlanned ? words.later(span) : words.now(span)}</p>
        <Button variant="default" onClick={() => onPlan(until)}>
          {isPlanned ? words.moveTo(format.moment(until)) : words.planFor(format.moment(until))}
        </Button>
      </div>
    </Alert>
  );
};
