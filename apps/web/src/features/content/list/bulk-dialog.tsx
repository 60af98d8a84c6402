import { type BulkAction, bulkActions, bulkContentRoutes, namesGroup } from '@endcap/contract/content';
import type { Request } from '@endcap/contract/core';
import { readInstant } from '@endcap/contract/warsaw-time';
import { Alert, Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeMessages } from '../../../frames/code.messages.ts';
import { ApiProblem, call } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { storeGroups } from '../../store-groups/index.ts';
import { content } from '../content.queries.ts';
import { bulkMessages } from './bulk.messages.ts';
import classes from './bulk.module.css';
import type { Done } from './undo-bar.tsx';

/** Which items: by id, or all that the filters find. */
export type BulkTarget = Pick<Request<typeof bulkContentRoutes.preview>['body'] & object, 'ids' | 'found'>;

type BulkDialogProps = { target: BulkTarget; onClose: () => void; onDone: (done: Done) => void };

const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.status === 409;
const isTooMany = (error: unknown): boolean => error instanceof ApiProblem && error.status === 422;

/** EDIT-02: what to do, what it would do, and only then the button that does it. */
export const BulkDialog = ({ target, onClose, onDone }: BulkDialogProps) => {
  const words = useMessages(bulkMessages);
  const common = useMessages(commonMessages);
  const codes = useMessages(codeMessages);
  const format = useFormat();
  const client = useQueryClient();
  const [action, setAction] = useState<BulkAction>('end');
  const [publicationEnd, setPublicationEnd] = useState('');
  const [storeGroupId, setStoreGroupId] = useState('');
  const { data: groups } = useQuery(storeGroups.all());
  const change = { action, publicationEnd: publicationEnd || null, storeGroupId: storeGroupId || null };
  const isReady = action === 'end' ? readInstant(publicationEnd) !== null : !namesGroup(action) || storeGroupId !== '';
  const preview = useQuery({
    queryKey: ['content', 'bulk', target, change],
    queryFn: ({ signal }) => call(bulkContentRoutes.preview, { body: { ...target, change } }, { signal }),
    enabled: isReady,
    gcTime: 0,
    retry: false,
  });
  const { data } = preview;
  const count = data?.items.length ?? 0;
  const apply = useMutation({
    mutationFn: () =>
      call(bulkContentRoutes.change, { body: { items: data?.items.map(({ _id, revision }) => ({ _id, revision })) ?? [], change } }),
    onSuccess: async ({ items }) => {
      await content.changed(client);
      onDone({ text: (action === 'delete' ? words.deleted : words.done)(items.length, format.number(items.length)), items });
    },
    onError: () => void preview.refetch(),
  });
  return (
    <Dialog opened onClose={() => !apply.isPending && onClose()} title={words.title}>
      <NativeSelect
        label={words.action}
        value={action}
        onChange={(event) => setAction(bulkActions.find((each) => each === event.currentTarget.value) ?? 'end')}
        data={bulkActions.map((value) => ({ value, label: words.actions[value] }))}
      />
      {action === 'end' && <DateField kind="minute" label={words.date} value={publicationEnd} onChange={setPublicationEnd} />}
      {namesGroup(action) && (
        <NativeSelect
          mt="sm"
          label={words.group}
          value={storeGroupId}
          onChange={(event) => setStoreGroupId(event.currentTarget.value)}
          data={[{ value: '', label: words.chooseGroup }, ...(groups ?? []).map(({ _id, name }) => ({ value: _id, label: name }))]}
        />
      )}
      <div className={classes.facts} role="status">
        {isReady && preview.isPending && <Skeleton h={20} aria-label={words.counting} />}
        {preview.isError && <Text c="red">{isTooMany(preview.error) ? words.tooMany : words.failed}</Text>}
        {isReady && data && (
          <>
            <Text fw={600}>{count > 0 ? words.effect(count, format.number(count)) : words.nothing}</Text>
            {data.unchanged > 0 && <Text c="dimmed">{words.unchanged(format.number(data.unchanged))}</Text>}
            {count > 0 && data.losing + data.gaining === 0 && <Text>{words.noStores}</Text>}
            {data.losing > 0 && <Text>{words.losing(data.losing, format.number(data.losing))}</Text>}
            {data.gaining > 0 && <Text>{words.gaining(data.gaining, format.number(data.gaining))}</Text>}
            {data.refused.length > 0 && (
              <>
                <Text>{words.refused}</Text>
                <ul>
                  {data.refused.map(({ _id, name, codes: found }) => (
                    <li key={_id}>
                      {name}: {found.map((code) => codes[code]).join(', ')}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
      {apply.isError && (
        <Alert color="red" variant="light" mt="md">
          {isConflict(apply.error) ? words.outrun : words.failed}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus disabled={apply.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          {...(action === 'delete' && { color: 'red' })}
          disabled={!isReady || count === 0 || (data?.refused.length ?? 0) > 0}
          loading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {(action === 'delete' ? words.remove : words.apply)(count, format.number(count))}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
