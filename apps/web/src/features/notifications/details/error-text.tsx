import { readSendingError } from '@endcap/contract/notifications';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { detailsMessages } from './details.messages.ts';
import type { ErrorGroup } from './group-errors.ts';
import classes from './notification-details.module.css';
import { useNextStep } from './use-next-step.ts';

/** One error in words with its number and what to do; the text of the push service is shown as it is (N22). */
export const ErrorText = ({ group: { error, count, isFirst } }: { group: ErrorGroup }) => {
  const words = useMessages(detailsMessages);
  const nextStep = useNextStep();
  const format = useFormat();
  const sendingError = readSendingError(error);
  return (
    <>
      {count > 1 && <strong>{`${words.times(format.number(count))} `}</strong>}
      <span>{sendingError ? words.errors[sendingError.code] : error}</span>
      {sendingError?.detail && <code translate="no">{sendingError.detail}</code>}
      {isFirst && sendingError && nextStep(sendingError.code) && <span className={classes.nextStep}>{nextStep(sendingError.code)}</span>}
    </>
  );
};
