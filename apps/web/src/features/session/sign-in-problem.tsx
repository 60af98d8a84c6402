import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { readMinutesAhead } from './clock-difference.ts';
import { FailureReason } from './failure-reason.tsx';
import { sessionMessages } from './session.messages.ts';

type SignInProblemProps = { problem: 'failed' | 'tokenTooLarge' | 'cancelled' | 'unreachable'; reason: string | null };

/** Minutes by which this computer's clock is ahead of the server's; 0 until it is known. */
const useMinutesAhead = (): number => {
  const [minutes, setMinutes] = useState(0);
  useEffect(() => {
    let isGone = false;
    void readMinutesAhead().then((ahead) => {
      if (!isGone) setMinutes(ahead);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return minutes;
};

const WrongClock = ({ otherwise }: { otherwise: string }) => {
  const words = useMessages(sessionMessages);
  const minutes = useMinutesAhead();
  if (minutes === 0) return otherwise;
  return minutes > 0 ? words.clockAhead(minutes) : words.clockBehind(-minutes);
};

/** Why the sign-in failed. A wrong computer clock fails every sign-in, so it is checked for failures without another known cause. */
export const SignInProblem = ({ problem, reason }: SignInProblemProps) => {
  const words = useMessages(sessionMessages);
  return (
    <Alert color="red" variant="light" role="alert">
      {problem === 'failed' || problem === 'unreachable' ? <WrongClock otherwise={words[problem]} /> : words[problem]}
      <FailureReason reason={reason} />
    </Alert>
  );
};
