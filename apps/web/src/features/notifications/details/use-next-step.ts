import { useMessages } from '../../../lib/language.tsx';
import { usePerson } from '../../../lib/session.ts';
import { notificationMessages } from '../notification.messages.ts';
import { detailsMessages } from './details.messages.ts';

/** What to do about a cause: an employee tells an administrator, who is not told to tell oneself (D-04). */
export const useNextStep = (): ((reason: string) => string | undefined) => {
  const steps: Record<string, string> = useMessages(notificationMessages).details.nextSteps;
  const { adminSteps } = useMessages(detailsMessages);
  const { isAdmin } = usePerson();
  return (reason) => (isAdmin ? adminSteps[reason] : undefined) ?? steps[reason];
};
