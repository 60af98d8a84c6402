import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMessages } from '../lib/language.tsx';
import { IconLink } from '../ui/icon-link.tsx';
import { frameMessages } from './frame.messages.ts';

type RowActionsProps = {
  /** What the item is called, for screen readers. */
  name: string;
  /** Route of its editor. */
  to: string;
  params: Record<string, string>;
  onDelete: () => void;
  /** What else can be done, between edit and delete. */
  extra?: ReactNode;
};

/** The quiet icons at the end of a row: edit and delete. */
export const RowActions = ({ name, to, params, onDelete, extra }: RowActionsProps) => {
  const words = useMessages(frameMessages);
  return (
    <>
      <Tooltip label={words.edit(name)}>
        <IconLink to={to} params={params} variant="subtle" color="gray" size="lg" aria-label={words.edit(name)}>
          <IconPencil size={18} stroke={1.75} aria-hidden />
        </IconLink>
      </Tooltip>
      {extra}
      <Tooltip label={words.delete(name)}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.delete(name)} onClick={onDelete}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
};
