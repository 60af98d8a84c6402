import { useMessages } from '../../../lib/language.tsx';
import { usePerson } from '../../../lib/session.ts';
import { detailsMessages } from './details.messages.ts';

/** What to do about a cause: an employee tells an administrator, who is not told to tell oneself (D-04). */
export const useNextStep = (): ((reason: string) => string | undefined) => {
  const { nextSteps, adminSteps } = useMessages(detailsMessages);
  const steps: Record<string, string> = nextSteps;
  const { isAdmin } = usePerson();
  return (reason) => (isAdmin ? adminSteps[reason] : undefined) ?? steps[reason];
};
