import { ApiProblem } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { audiencesMessages } from './audiences.messages.ts';

/** Why an audience was not saved, in words. */
export const useRefusal = (): ((error: unknown) => string) => {
  const words = useMessages(audiencesMessages);
  return (error) => {
    if (!(error instanceof ApiProblem)) return words.failed;
    if (error.status === 412 || error.status === 404) return words.stale;
    const [code] = error.fields['name'] ?? [];
    return code === 'nameTaken' ? words.taken : code === 'tooMany' ? words.tooMany : words.failed;
  };
};
