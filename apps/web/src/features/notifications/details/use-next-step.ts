import { useMessages } from '../../../lib/language.tsx';
import { usePerson } from '../../../lib/session.ts';
import { detailsMessages } from './details.messages.ts';

/** Returns the next step for a failure reason. Administrators get their own steps instead of being referred to one (D-04). */
export const useNextStep = (): ((reason: string) => string | undefined) => {
  const { nextSteps, adminSteps } = useMessages(detailsMessages);
  const steps: Record<string, string> = nextSteps;
  const { isAdmin } = usePerson();
  return (reason) => (isAdmin ? adminSteps[reason] : undefined) ?? steps[reason];
};
