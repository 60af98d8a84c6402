import { type ContentFilters, VIEW_NAME_MAX_LENGTH } from '@endcap/contract/content';
import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiProblem, call, isOutcomeUnknown } from '../../../../lib/api.ts';
import { commonMessages } from '../../../../lib/common.messages.ts';
import { useMessages } from '../../../../lib/language.tsx';
import { DialogBox } from '../../../../ui/dialog-box.tsx';
import { FailedView } from '../../../../ui/state-view.tsx';
import { TextLine } from '../../../../ui/text-line.tsx';
import { isSameView } from './view-filters.ts';
import { ViewLink, ViewRow } from './view-row.tsx';
import classes from './views.module.css';
import { viewsMessages } from './views.messages.ts';

const queryKey = ['content-views'];

type SaveProps = { filters: ContentFilters; names: readonly string[]; onChanged: () => Promise<void> };

/** Form that saves the current filters under a name. */
const SaveView = ({ filters, names, onChanged }: SaveProps) => {
  const words = useMessages(viewsMessages);
  const [name, setName] = useState('');
  const keep = useMutation({
    mutationFn: () => call('POST /api/v1/content-views', { body: { name, filters } }),
    onSuccess: async () => {
      setName('');
      await onChanged();
    },
    onError: () => void onChanged(),
  });
  if (isSameView(filters, {})) return <Text c="dimmed">{words.nothingToSave}</Text>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') keep.mutate();
  };
  const isFull = keep.error instanceof ApiProblem && keep.error.status === 422;
  return (
    <form onSubmit={submit} className={classes.save}>
      <TextLine
        label={words.name}
        value={name}
        maxLength={VIEW_NAME_MAX_LENGTH}
        data-autofocus
        description={names.includes(name.trim()) ? words.replaces : undefined}
        error={keep.isError && (isFull ? words.tooMany : isOutcomeUnknown(keep.error) ? words.unknown : words.failed)}
        onText={setName}
      />
      <Button type="submit" disabled={name.trim() === ''} loading={keep.isPending}>
        {words.save}
      </Button>
    </form>
  );
};

/** The saved and recent filters of the person, each a link to the list (EDIT-07). */
export const ViewsDialog = ({ filters, onClose }: { filters: ContentFilters; onClose: () => void }) => {
  const words = useMessages(viewsMessages);
  const common = useMessages(commonMessages);
  const client = useQueryClient();
  const { data, error, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/v1/content-views', {}, { signal }),
    staleTime: 0,
  });
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey });
  const forget = useMutation({
    mutationFn: (viewId: string) => call('DELETE /api/v1/content-views/:viewId', { params: { viewId } }),
    onSettled: changed,
  });
  const views = data?.views ?? [];
  const showsLast = data?.last && !isSameView(data.last, filters) ? data.last : null;
  return (
    <DialogBox opened onClose={onClose} title={words.title}>
      <Text c="dimmed">{words.what}</Text>
      {isError && !data && <FailedView error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton h={96} mt="md" aria-label={common.loading} />}
      {data && (
        <ul className={classes.views}>
          {showsLast && (
            <li>
              <ViewLink name={words.last} filters={showsLast} onChosen={onClose} />
            </li>
          )}
          {views.map((view) => (
            <li key={view._id}>
              <ViewRow
                view={view}
                isCurrent={isSameView(view.filters, filters)}
                onChosen={onClose}
                onChanged={changed}
                onRemove={() => forget.mutate(view._id)}
              />
            </li>
          ))}
          {views.length === 0 && !showsLast && <li className={classes.none}>{words.none}</li>}
        </ul>
      )}
      {forget.isError && (
        <Text c="red" role="alert">
          {isOutcomeUnknown(forget.error) ? words.unknown : words.failed}
        </Text>
      )}
      {data && <SaveView filters={filters} names={views.map(({ name }) => name)} onChanged={changed} />}
    </DialogBox>
  );
};
