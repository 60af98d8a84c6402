import type { RequestTo } from '@endcap/contract/api';
import { namesGroup } from '@endcap/contract/content';
import { readInstant } from '@endcap/contract/warsaw-time';
import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, call, isOutcomeUnknown } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { content } from '../content.queries.ts';
import { BulkEffect } from './bulk-effect.tsx';
import { BulkFields, type BulkWish } from './bulk-fields.tsx';
import { bulkMessages } from './bulk.messages.ts';
import classes from './bulk.module.css';
import type { Done } from './undoing.ts';

/** The items to change: by id, or all that match the filters. */
export type BulkTarget = Pick<RequestTo<'POST /api/v1/content-editor/bulk-preview'>['body'] & object, 'ids' | 'found'>;

type BulkDialogProps = { target: BulkTarget; onClose: () => void; onDone: (done: Done) => void };

const hasStatus = (error: unknown, status: number): boolean => error instanceof ApiProblem && error.status === status;

/** Previews a bulk change, then applies exactly that change to the previewed revisions of the items. */
const useBulkChange = (target: BulkTarget, { action, publicationEnd, storeGroupId }: BulkWish, onDone: (done: Done) => void) => {
  const words = useMessages(bulkMessages);
  const format = useFormat();
  const client = useQueryClient();
  const change = { action, publicationEnd: publicationEnd || null, storeGroupId: storeGroupId || null };
  const isReady = action === 'end' ? readInstant(publicationEnd) !== null : !namesGroup(action) || storeGroupId !== '';
  const preview = useQuery({
    queryKey: ['content', 'bulk', target, change],
    queryFn: ({ signal }) => call('POST /api/v1/content-editor/bulk-preview', { body: { ...target, change } }, { signal }),
    enabled: isReady,
    gcTime: 0,
    retry: false,
  });
  const apply = useMutation({
    mutationFn: () =>
      call('POST /api/v1/content-editor/bulk', {
        body: { items: preview.data?.items.map(({ _id, revision }) => ({ _id, revision })) ?? [], change },
      }),
    onSuccess: async ({ items }) => {
      await content.changed(client);
      onDone({ text: (action === 'delete' ? words.deleted : words.done)(items.length, format.number(items.length)), items });
    },
    onError: () => void content.changed(client),
  });
  return { isReady, preview, apply };
};

/** The action, its preview, and then the button that applies it (EDIT-02). */
export const BulkDialog = ({ target, onClose, onDone }: BulkDialogProps) => {
  const words = useMessages(bulkMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const [wish, setWish] = useState<BulkWish>({ action: 'end', publicationEnd: '', storeGroupId: '' });
  const { isReady, preview, apply } = useBulkChange(target, wish, onDone);
  const { data } = preview;
  const count = data?.items.length ?? 0;
  const isDelete = wish.action === 'delete';
  return (
    <Dialog opened onClose={() => !apply.isPending && onClose()} title={words.title}>
      <BulkFields wish={wish} onChange={setWish} />
      <div className={classes.facts} role="status">
        {isReady && preview.isPending && <Skeleton h={20} aria-label={words.counting} />}
        {preview.isError && <Text c="red">{hasStatus(preview.error, 422) ? words.tooMany : words.failed}</Text>}
        {isReady && data && <BulkEffect {...data} isDelete={isDelete} />}
      </div>
      {apply.isError && (
        <Alert color="red" variant="light" mt="md">
          {hasStatus(apply.error, 409) ? words.outrun : isOutcomeUnknown(apply.error) ? words.unknown : words.failed}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus disabled={apply.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          {...(isDelete && { color: 'red' })}
          disabled={!isReady || count === 0 || (data?.refused.length ?? 0) > 0}
          loading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {(isDelete ? words.remove : words.apply)(count, format.number(count))}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
