import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useMessages } from '../../lib/language.tsx';
import { IconSearch } from '../../ui/icons/frame-icons.ts';
import classes from './shell.module.css';
import { shellMessages } from './shell.messages.ts';

const CommandBar = lazyPart(
  () => import('../command-bar/command-bar.tsx'),
  (module) => module.CommandBar,
);

/** Button that opens the command bar, with the global shortcut Ctrl+K or ⌘K (EDIT-04, ux 26). */
export const CommandBarButton = () => {
  const words = useMessages(shellMessages);
  // Null until it was opened once: only then its code is loaded.
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // In a text with formatting the same keys make a link.
      if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || event.ctrlKey === event.metaKey)
        return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <UnstyledButton className={classes.find ?? ''} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span>{words.find}</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </UnstyledButton>
      {open !== null && <CommandBar opened={open} onClose={() => setOpen(false)} />}
    </>
  );
};
