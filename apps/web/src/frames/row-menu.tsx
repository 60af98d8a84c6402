import { ActionIcon } from '@mantine/core';
import { useRef, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMessages } from '../lib/language.tsx';
import { IconDots } from '../ui/icons/screen-icons.ts';
import { copyMessages } from './copy.messages.ts';
import type { RowMenuOpenProps } from './row-menu-open.tsx';

const RowMenuOpen = lazyPart<RowMenuOpenProps>(
  () => import('./row-menu-open.tsx').then((module) => module.RowMenuOpen),
  ({ children }) => children,
);

/** What else can be done with a row; on a phone, everything. The menu's code comes with the first opening. */
export const RowMenu = ({ name, items }: { name: string } & Pick<RowMenuOpenProps, 'items'>) => {
  const words = useMessages(copyMessages);
  const [wanted, setWanted] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  const label = words.more(name);
  const button = (
    <ActionIcon
      ref={place}
      variant="subtle"
      color="gray"
      size="lg"
      data-menu
      aria-label={label}
      data-hint={label}
      aria-haspopup="menu"
      {...(!wanted && { onClick: () => setWanted(true) })}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  // Open from the start, the library knows of no place for the focus.
  const giveFocusBack = (): void => place.current?.focus({ preventScroll: true });
  return wanted ? (
    <RowMenuOpen items={items} onClose={giveFocusBack}>
      {button}
    </RowMenuOpen>
  ) : (
    button
  );
};
