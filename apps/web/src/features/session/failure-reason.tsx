import { useMessages } from '../../lib/language.tsx';
import classes from './login-page.module.css';
import { sessionMessages } from './session.messages.ts';

/** The technical reason of a failure, folded: for the person who maintains the sign-in. */
export const FailureReason = ({ reason }: { reason: string | null }) => {
  const words = useMessages(sessionMessages);
  return (
    reason && (
      <details className={classes.reason}>
        <summary>{words.reason}</summary>
        <span>{reason}</span>
      </details>
    )
  );
};
