import type { ContentFilters } from '@endcap/contract/content';
import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useMessages } from '../../../lib/language.tsx';
import { IconBookmark, IconList } from '../../../ui/icons/late-icons.ts';
import classes from './content-list.module.css';
import { compactList } from './use-compact.ts';
import { useRemembered } from './views/use-remembered.ts';
import { viewsMessages } from './views/views.messages.ts';

const ViewsDialog = lazyPart(
  () => import('./views/views-dialog.tsx'),
  (module) => module.ViewsDialog,
);

/** The saved views of a person, and the density of the rows. */
export const ListTools = ({ filters, compact }: { filters: ContentFilters; compact: boolean }) => {
  const words = useMessages(viewsMessages);
  const [open, setOpen] = useState(false);
  useRemembered(filters);
  return (
    <div className={classes.tools}>
      <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {words.views}
      </Button>
      <ActionIcon
        variant={compact ? 'light' : 'default'}
        size={36}
        aria-label={words.compact}
        aria-pressed={compact}
        data-hint={words.compact}
        onClick={() => compactList.set(compact ? null : true)}
      >
        <IconList size={18} aria-hidden />
      </ActionIcon>
      {open && <ViewsDialog filters={filters} onClose={() => setOpen(false)} />}
    </div>
  );
};
