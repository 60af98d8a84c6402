import { useEffect, useEffectEvent, useRef } from 'react';

/** CAL-04: which stores lack a leaflet tomorrow is another question on another day. */
export const useReadAgain = (askedOn: string, read: () => Promise<unknown>): void => {
  const readOn = useRef(askedOn);
  const again = useEffectEvent(() => void read());
  useEffect(() => {
    if (readOn.current !== askedOn) again();
    readOn.current = askedOn;
  }, [askedOn]);
};
