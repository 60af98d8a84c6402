import { ApiProblem, isNotFound, isOutcomeUnknown } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { audiencesMessages } from './audiences.messages.ts';

/** Returns a function that explains why an audience was not saved, or that the outcome is unknown. */
export const useRefusal = (): ((error: unknown) => string) => {
  const words = useMessages(audiencesMessages);
  return (error) => {
    if (!(error instanceof ApiProblem) || isOutcomeUnknown(error)) return words.unknown;
    if (error.status === 412 || isNotFound(error)) return words.stale;
    const [code] = error.fields['name'] ?? [];
    return code === 'nameTaken' ? words.taken : code === 'tooMany' ? words.tooMany : words.failed;
  };
};
