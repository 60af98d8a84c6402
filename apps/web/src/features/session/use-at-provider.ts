import { useState } from 'react';

/** A way to the identity provider, which the page is left by; that it cannot be reached is said. */
export const useAtProvider = (lead: () => Promise<void>) => {
  const [busy, setBusy] = useState(false);
  const [unreachable, setUnreachable] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    setUnreachable(false);
    try {
      await lead();
    } catch {
      setUnreachable(true);
      setBusy(false);
    }
  };
  return { busy, unreachable, go };
};
