import { useRef, useState } from 'react';

/** State of a menu whose code loads when it is first opened, props for its button, and a function to focus the button again. */
export const useLateMenu = () => {
  const [wanted, setWanted] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return {
    wanted,
    buttonRef,
    target: { 'aria-haspopup': 'menu' as const, ...(!wanted && { onClick: () => setWanted(true) }) },
    // The menu is mounted open, so Mantine has no element to return the focus to.
    giveFocusBack: (): void => buttonRef.current?.focus({ preventScroll: true }),
  };
};
