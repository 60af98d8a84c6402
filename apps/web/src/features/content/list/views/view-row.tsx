import { type ContentView, VIEW_NAME_MAX_LENGTH } from '@endcap/contract/content';
import { ActionIcon, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiProblem, call, isOutcomeUnknown } from '../../../../lib/api.ts';
import { commonMessages } from '../../../../lib/common.messages.ts';
import { useMessages } from '../../../../lib/language.tsx';
import { paths } from '../../../../lib/paths.ts';
import { IconPencil, IconTrash } from '../../../../ui/icons/frame-icons.ts';
import { LinkAnchor } from '../../../../ui/link-anchor.tsx';
import { TextLine } from '../../../../ui/text-line.tsx';
import { useFilterWords } from './view-filters.ts';
import classes from './views.module.css';
import { viewsMessages } from './views.messages.ts';

type LinkProps = { name: string; filters: ContentView['filters']; isCurrent?: boolean; onChosen: () => void };

/** Saved filters as a link to the list. */
export const ViewLink = ({ name, filters, isCurrent = false, onChosen }: LinkProps) => {
  const tell = useFilterWords();
  return (
    <LinkAnchor
      to={paths.content}
      search={filters}
      className={classes.link ?? ''}
      activeOptions={{ exact: true }}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      onClick={(event) => !event.ctrlKey && !event.metaKey && onChosen()}
    >
      <strong>{name}</strong>
      <small>{tell(filters)}</small>
    </LinkAnchor>
  );
};

type RenameProps = { view: ContentView; onDone: () => void; onChanged: () => Promise<void> };

const Rename = ({ view, onDone, onChanged }: RenameProps) => {
  const words = useMessages(viewsMessages);
  const common = useMessages(commonMessages);
  const [name, setName] = useState(view.name);
  const rename = useMutation({
    mutationFn: () => call('PATCH /api/v1/content-views/:viewId', { params: { viewId: view._id }, body: { name } }),
    onSuccess: async () => {
      await onChanged();
      onDone();
    },
    onError: () => void onChanged(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate();
  };
  const isTaken = rename.error instanceof ApiProblem && rename.error.status === 409;
  return (
    <form onSubmit={submit} className={classes.rename}>
      <TextLine
        aria-label={words.newName(view.name)}
        value={name}
        maxLength={VIEW_NAME_MAX_LENGTH}
        autoFocus
        error={rename.isError && (isTaken ? words.taken : isOutcomeUnknown(rename.error) ? words.unknown : words.failed)}
        onText={setName}
      />
      <Button type="submit" size="compact-md" disabled={name.trim() === ''} loading={rename.isPending}>
        {words.saveName}
      </Button>
      <Button size="compact-md" variant="subtle" color="gray" onClick={onDone}>
        {common.cancel}
      </Button>
    </form>
  );
};

type RowProps = { view: ContentView; isCurrent: boolean; onChosen: () => void; onRemove: () => void; onChanged: () => Promise<void> };

/** One view, with actions to open, rename and delete it. */
export const ViewRow = ({ view, isCurrent, onChosen, onRemove, onChanged }: RowProps) => {
  const words = useMessages(viewsMessages);
  const [renaming, setRenaming] = useState(false);
  if (renaming) return <Rename view={view} onDone={() => setRenaming(false)} onChanged={onChanged} />;
  return (
    <>
      <ViewLink name={view.name} filters={view.filters} isCurrent={isCurrent} onChosen={onChosen} />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.rename(view.name)} onClick={() => setRenaming(true)}>
        <IconPencil size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.remove(view.name)} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  );
};
