import { isOutcomeUnknown } from '../lib/api.ts';
import { catalogue, useMessages } from '../lib/language.tsx';

const unconfirmedMessages = catalogue(
  { unconfirmed: 'Serwer tego nie potwierdził: nie wiadomo, czy się udało. Sprawdź, zanim spróbujesz ponownie.' },
  { unconfirmed: 'The server did not confirm it: nobody knows whether it worked. Check before you try again.' },
);

/** What is said of a write that did not succeed: `failed` of one that was refused; of one whose answer was lost, that nobody knows (ux 22). */
export const useFailureWords = (): ((error: unknown, failed: string) => string) => {
  const { unconfirmed } = useMessages(unconfirmedMessages);
  return (error, failed) => (isOutcomeUnknown(error) ? unconfirmed : failed);
};
