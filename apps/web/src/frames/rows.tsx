import { ActionIcon } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type PointerEvent, type ReactNode, useState } from 'react';
import { useMessages } from '../lib/language.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { IconPencil, IconTrash } from '../ui/icons/frame-icons.ts';
import { IconDots } from '../ui/icons/screen-icons.ts';
import { useLateMenu } from '../ui/use-late-menu.ts';
import { copyMessages, frameMessages } from './frame.messages.ts';
import classes from './list-page.module.css';
import type { RowMenuOpenProps } from './row-menu-open.tsx';
import type { DeleteDialogProps } from './delete-dialog.tsx';

const DeleteDialog = lazyPart(
  () => import('./delete-dialog.tsx'),
  (module) => module.DeleteDialog,
);

type Item = DeleteDialogProps['item'];
type Deletion = Pick<DeleteDialogProps, 'usage' | 'consequence' | 'remove'> & {
  /** Called when the item was deleted, or may have been, to read the list again. */
  onDeleted: () => void;
};

const rowOf = (id: string): Element | null => document.querySelector(`[data-row="${id}"]`);

/** Moves the focus from a row that is removed to the same action of its neighbour, or to the start of the page (WCAG 2.4.3). */
const focusBeside = (id: string): void => {
  const row = rowOf(id);
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  (beside?.querySelector<HTMLElement>('td:last-child button:not([data-menu])') ?? document.querySelector<HTMLElement>('main'))?.focus();
};

/** `ask` opens the confirmation dialog for an item. Render `dialog` at the end of the page. */
export const useDelete = ({ usage, consequence, remove, onDeleted }: Deletion): { ask: (item: Item) => void; dialog: ReactNode } => {
  const [doomed, setDoomed] = useState<Item | null>(null);
  return {
    ask: setDoomed,
    dialog: doomed && (
      <DeleteDialog
        item={doomed}
        usage={usage}
        consequence={consequence}
        remove={remove}
        onClose={() => {
          // The item may be gone all the same, and with it the button that opened the dialog.
          if (!rowOf(doomed.id)) focusBeside(doomed.id);
          setDoomed(null);
        }}
        onUnknown={onDeleted}
        onDeleted={() => {
          focusBeside(doomed.id);
          setDoomed(null);
          onDeleted();
        }}
      />
    ),
  };
};

/** Sets a tooltip with the full name where the row truncates it. */
const showFullName = ({ currentTarget: link }: PointerEvent<HTMLAnchorElement>): void => {
  const name = link.querySelector('strong');
  link.title = name && name.scrollHeight > name.clientHeight ? name.innerText : '';
};

/** Link with the name of the item that covers the whole row; other controls lie above it. */
export const RowLink = createLink(({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className={classes.link} onPointerEnter={showFullName}>
    <strong>{children}</strong>
  </a>
));

/** `name`: the name of the item, for screen readers. */
type Named = { name: string };

const iconProps = { variant: 'subtle', color: 'gray', size: 'lg' } as const;

/** The muted icon at the end of a row that leads to the item's editor. */
export const EditLink = createLink(({ name, ...link }: Named & Omit<ComponentProps<'a'>, 'color'>) => {
  const label = useMessages(frameMessages).edit(name);
  return (
    <ActionIcon component="a" {...iconProps} {...link} aria-label={label} data-hint={label}>
      <IconPencil size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
});

/** The icon beside it that deletes the item after a confirmation. */
export const DeleteButton = ({ name, onClick }: Named & { onClick: () => void }) => {
  const label = useMessages(frameMessages).delete(name);
  return (
    <ActionIcon {...iconProps} aria-label={label} data-hint={label} onClick={onClick}>
      <IconTrash size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
};

const RowMenuOpen = lazyPart(
  () => import('./row-menu-open.tsx'),
  (module) => module.RowMenuOpen,
  ({ children }: RowMenuOpenProps) => children,
);

/** Menu with the other actions of a row, on a phone with all of them. Its code loads when it is first opened. */
export const RowMenu = ({ name, items }: { name: string } & Pick<RowMenuOpenProps, 'items'>) => {
  const words = useMessages(copyMessages);
  const { wanted, buttonRef, target, giveFocusBack } = useLateMenu();
  const label = words.more(name);
  const button = (
    <ActionIcon ref={buttonRef} variant="subtle" color="gray" size="lg" data-menu aria-label={label} data-hint={label} {...target}>
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
