import { useRef, useState } from 'react';

/** A menu whose code comes with its first opening: what the button needs that it hangs on, and how the focus comes back to that. */
export const useLateMenu = () => {
  const [wanted, setWanted] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  return {
    wanted,
    place,
    target: { 'aria-haspopup': 'menu' as const, ...(!wanted && { onClick: () => setWanted(true) }) },
    // Open from the start, the library knows of no place for the focus.
    giveFocusBack: (): void => place.current?.focus({ preventScroll: true }),
  };
};
