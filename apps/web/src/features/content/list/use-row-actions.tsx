import type { BulkChange, BulkPreview, ContentRow } from '@endcap/contract/content';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { codeMessages } from '../../../frames/code.messages.ts';
import { call, isOutcomeUnknown } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { toast } from '../../../lib/toast.ts';
import { withOther } from '../../../lib/with-other.ts';
import { content } from '../content.queries.ts';
import { bulkMessages } from './bulk.messages.ts';
import { nameOf } from './item-name.ts';
import type { Done } from './undoing.ts';

const EndNowDialog = lazyPart(
  () => import('./end-now-dialog.tsx'),
  (module) => module.EndNowDialog,
);

type Wish = Pick<BulkChange, 'action'> & Partial<BulkChange>;
const endNow: Wish = { action: 'end', publicationEnd: 'now' };

export type RowActions = { extend: (item: ContentRow) => void; endNow: (item: ContentRow) => void };

/** Actions on one item from its row. They run as bulk changes, with the same undo. Render `dialog` at the end of the page. */
export const useRowActions = (onDone: (done: Done) => void): { actions: RowActions; dialog: ReactNode } => {
  const words = useMessages(bulkMessages);
  const because = useMessages(codeMessages);
  const { close } = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  const [ending, setEnding] = useState<{ item: ContentRow; preview: BulkPreview } | null>(null);
  const say = (item: ContentRow, body: string): void => toast.failure({ title: nameOf(item), body, closeLabel: close });
  const apply = async (item: ContentRow, change: Wish, { items: seen }: BulkPreview): Promise<void> => {
    try {
      const { items } = await call('POST /api/v1/content-editor/bulk', { body: { items: seen, change } });
      await content.changed(client);
      onDone({ text: words.done(1, format.number(1)), items });
    } catch (error) {
      say(item, isOutcomeUnknown(error) ? words.unknown : words.failed);
      await content.changed(client);
    }
  };
  const act = async (item: ContentRow, change: Wish): Promise<void> => {
    const preview = await call('POST /api/v1/content-editor/bulk-preview', { body: { ids: [item._id], change } }).catch(() => null);
    if (preview && preview.unchanged > 0) {
      // Somebody did the same after the list was loaded.
      toast.success({ title: nameOf(item), body: words.already, closeLabel: close });
      return content.changed(client);
    }
    if (!preview || preview.items.length === 0) {
      const codes = preview?.refused.flatMap((refused) => refused.codes) ?? [];
      return say(item, [words.failed, ...codes.map((code) => withOther(because, code, because.invalid))].join(' '));
    }
    if (preview.usage?.length) return setEnding({ item, preview });
    await apply(item, change, preview);
  };
  const confirm = ({ item, preview }: NonNullable<typeof ending>): void => {
    setEnding(null);
    void apply(item, endNow, preview);
  };
  return {
    actions: { extend: (item) => void act(item, { action: 'extend' }), endNow: (item) => void act(item, endNow) },
    dialog: ending && (
      <EndNowDialog
        name={nameOf(ending.item)}
        usage={ending.preview.usage ?? []}
        onConfirm={() => confirm(ending)}
        onClose={() => setEnding(null)}
      />
    ),
  };
};
