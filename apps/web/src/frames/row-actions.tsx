import { ActionIcon } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useMessages } from '../lib/language.tsx';
import { IconPencil, IconTrash } from '../ui/icons/frame-icons.ts';
import { frameMessages } from './frame.messages.ts';

/** What the item is called, for screen readers. */
type Named = { name: string };

const look = { variant: 'subtle', color: 'gray', size: 'lg' } as const;

/** The quiet icon at the end of a row that leads to the item's editor. */
export const EditLink = createLink(({ name, ...link }: Named & Omit<ComponentProps<'a'>, 'color'>) => {
  const label = useMessages(frameMessages).edit(name);
  return (
    <ActionIcon component="a" {...look} {...link} aria-label={label} data-hint={label}>
      <IconPencil size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
});

/** The one beside it that asks whether to delete the item. */
export const DeleteButton = ({ name, onClick }: Named & { onClick: () => void }) => {
  const label = useMessages(frameMessages).delete(name);
  return (
    <ActionIcon {...look} aria-label={label} data-hint={label} onClick={onClick}>
      <IconTrash size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
};
