import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListPage } from '../../../frames/list-page.tsx';
import { useDelete } from '../../../frames/rows.tsx';
import { call, callTagged } from '../../../lib/api.ts';
import { catalogue, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import { bulkMessages } from './bulk.messages.ts';
import { nameOf } from './item-name.ts';
import { ContentFilters } from './content-filters.tsx';
import { UndoBar } from './late-undo-bar.tsx';
import type { Done } from './undoing.ts';
import { ListTools } from './list-tools.tsx';
import { useChosen } from './use-chosen.ts';
import { useColumns } from './use-columns.tsx';
import { useCompact } from './use-compact.ts';
import { useContentSearch } from './use-content-search.ts';
import { useRowActions } from './use-row-actions.tsx';
import { filtersOf } from './views/view-filters.ts';
import classes from './content-list.module.css';

const BulkBar = lazyPart(
  () => import('./bulk-bar.tsx'),
  (module) => module.BulkBar,
);

const deletionMessages = catalogue(
  { consequence: 'Odnośniki do tej treści przestaną się otwierać, także w wysłanych powiadomieniach.' },
  { consequence: 'Links to this item will no longer open, in notifications already sent too.' },
);

/** Deletes an item after confirmation. `onDone` receives the deletion, so that it can be undone (EDIT-03). */
const useDeletion = (onDone: (done: Done) => void) => {
  const { consequence } = useMessages(deletionMessages);
  const bulk = useMessages(bulkMessages);
  const client = useQueryClient();
  return useDelete({
    usage: (contentId) => call('GET /api/v1/content-editor/:contentId/usage', { params: { contentId } }),
    consequence,
    remove: async (contentId) => {
      const { tag } = await callTagged('DELETE /api/v1/content-editor/:contentId', { params: { contentId } });
      if (tag) onDone({ text: bulk.deleted(1, '1'), items: [{ _id: contentId, revision: Number(tag.replaceAll('"', '')) }] });
    },
    onDeleted: () => void content.changed(client),
  });
};

/** The list of content, by publication start, with filters that combine (CONT-LIST-*). */
export const ContentListPage = () => {
  const words = useMessages(contentMessages);
  const [done, setDone] = useState<Done | null>(null);
  const { page, sortField, filters, isNarrowed, ...search } = useContentSearch();
  const { contentType, published, ends, name } = filters;
  const query = useQuery(
    content.list({
      page,
      contentType,
      published: published === undefined ? undefined : `${published}`,
      ...(ends && { ends }),
      sortField,
      name,
    }),
  );
  const compact = useCompact();
  const deletion = useDeletion(setDone);
  const chosen = useChosen(JSON.stringify(filters));
  const row = useRowActions(setDone);
  const columns = useColumns({
    shown: query.data?.items ?? [],
    chosen,
    actions: row.actions,
    onDelete: (item) => deletion.ask({ id: item._id, name: nameOf(item) }),
  });
  return (
    <div className={classes.list} data-compact={compact || undefined}>
      <ListPage
        title={words.title}
        create={{ path: paths.contentNew, label: words.create }}
        filters={
          <>
            <ContentFilters filters={filters} onChange={search.narrow} onName={search.find} />
            <ListTools filters={filtersOf({ filters, sortField })} compact={compact} />
          </>
        }
        query={query}
        rowHeight={compact ? 44 : 112}
        columns={columns}
        sorting={{ by: sortField, sort: search.sort }}
        page={page}
        goTo={search.goTo}
        empty={{ title: words.empty }}
        narrowed={isNarrowed ? { noMatch: words.noMatch, clear: search.clear } : undefined}
      />
      {chosen.ids.size > 0 && <BulkBar chosen={chosen} total={query.data?.total ?? 0} filters={filters} onDone={setDone} />}
      {done && <UndoBar done={done} onClose={() => setDone(null)} />}
      {deletion.dialog}
      {row.dialog}
    </div>
  );
};
