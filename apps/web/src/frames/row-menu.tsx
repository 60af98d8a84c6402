import { ActionIcon } from '@mantine/core';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMessages } from '../lib/language.tsx';
import { IconDots } from '../ui/icons/screen-icons.ts';
import { useLateMenu } from '../ui/use-late-menu.ts';
import { copyMessages } from './copy.messages.ts';
import type { RowMenuOpenProps } from './row-menu-open.tsx';

const RowMenuOpen = lazyPart(
  () => import('./row-menu-open.tsx'),
  (module) => module.RowMenuOpen,
  ({ children }: RowMenuOpenProps) => children,
);

/** What else can be done with a row; on a phone, everything. The menu's code comes with the first opening. */
export const RowMenu = ({ name, items }: { name: string } & Pick<RowMenuOpenProps, 'items'>) => {
  const words = useMessages(copyMessages);
  const { wanted, place, target, giveFocusBack } = useLateMenu();
  const label = words.more(name);
  const button = (
    <ActionIcon ref={place} variant="subtle" color="gray" size="lg" data-menu aria-label={label} data-hint={label} {...target}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  return wanted ? (
    <RowMenuOpen items={items} onClose={giveFocusBack}>
      {button}
    </RowMenuOpen>
  ) : (
    button
  );
};
