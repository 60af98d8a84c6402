import { useState } from 'react';
import { reasonOf } from './sign-in-failure.ts';

/** Leaves the page for the identity provider. `failure`: why it could not be reached, null as long as nothing failed. */
export const useAtProvider = (lead: () => Promise<void>) => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await lead();
    } catch (error) {
      setFailure(reasonOf(error));
      setBusy(false);
    }
  };
  return { busy, failure, go };
};
