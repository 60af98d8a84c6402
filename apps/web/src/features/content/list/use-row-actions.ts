import { type BulkChange, bulkContentRoutes, type ContentRow } from '@endcap/contract/content';
import { useQueryClient } from '@tanstack/react-query';
import { codeMessages } from '../../../frames/code.messages.ts';
import { call, isOutcomeUnknown } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { toast } from '../../../lib/toast.ts';
import { content } from '../content.queries.ts';
import { bulkMessages } from './bulk.messages.ts';
import type { Done } from './undo-bar.tsx';

export type RowActions = { extend: (item: ContentRow) => void; endNow: (item: ContentRow) => void };

/** What is done to one item without its editor: the same as to many, and undone the same way. */
export const useRowActions = (onDone: (done: Done) => void): RowActions => {
  const words = useMessages(bulkMessages);
  const because = useMessages(codeMessages);
  const { close } = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  const act = async (item: ContentRow, change: Pick<BulkChange, 'action'> & Partial<BulkChange>): Promise<void> => {
    const say = (body: string): void => toast.failure({ title: item.title ?? item.name ?? '', body, closeLabel: close });
    const found = await call(bulkContentRoutes.preview, { body: { ids: [item._id], change } }).catch(() => null);
    if (!found || found.items.length === 0) {
      const codes = found?.refused.flatMap((refused) => refused.codes) ?? [];
      return say([words.failed, ...codes.map((code) => because[code])].join(' '));
    }
    try {
      const { items } = await call(bulkContentRoutes.change, { body: { items: found.items, change } });
      await content.changed(client);
      onDone({ text: words.done(1, format.number(1)), items });
    } catch (error) {
      say(isOutcomeUnknown(error) ? words.unknown : words.failed);
      await content.changed(client);
    }
  };
  return {
    extend: (item) => void act(item, { action: 'extend' }),
    endNow: (item) => void act(item, { action: 'end', publicationEnd: new Date().toISOString() }),
  };
};
