import { type ContentRow, contentRoutes, type ContentSortField, DEFAULT_CONTENT_SORT, isPublished } from '@endcap/contract/content';
import { windowState } from '@endcap/contract/audience';
import { fileUrl } from '@endcap/contract/files';
import { Badge, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type Column, ListPage } from '../../../frames/list-page.tsx';
import { copyMessages } from '../../../frames/copy.messages.ts';
import { RowMenu } from '../../../frames/row-menu.tsx';
import { DeleteButton, EditLink } from '../../../frames/row-actions.tsx';
import { RowLink } from '../../../frames/row-link.tsx';
import { useDelete } from '../../../frames/use-delete.tsx';
import { call, callTagged } from '../../../lib/api.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { IconPhotoOff, IconPinFilled } from '../../../ui/icons/screen-icons.ts';
import { AvailabilityLink } from '../availability-link.tsx';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import { typeIcons } from '../type-icons.tsx';
import { bulkMessages } from './bulk.messages.ts';
import { ContentFilters } from './content-filters.tsx';
import { PublicationBar } from './publication-bar.tsx';
import type { Done } from './undo-bar.tsx';
import { type RowActions, useRowActions } from './use-row-actions.ts';
import { type Chosen, useChosen } from './use-chosen.ts';
import classes from './content-list.module.css';

const BulkBar = lazyPart(() => import('./bulk-bar.tsx').then((module) => module.BulkBar));
const UndoBar = lazyPart(() => import('./undo-bar.tsx').then((module) => module.UndoBar));

const Thumbnail = ({ reference, label }: { reference: string; label: string }) => {
  const [broken, setBroken] = useState(false);
  const url = fileUrl(reference, '', 320);
  return url && !broken ? (
    <img className={classes.thumbnail} src={url} alt="" loading="lazy" height={100} onError={() => setBroken(true)} />
  ) : (
    <span className={classes.thumbnail} data-empty role="img" aria-label={label}>
      <IconPhotoOff size={24} stroke={1.5} aria-hidden />
    </span>
  );
};

const Name = ({ item }: { item: ContentRow }) => {
  const words = useMessages(contentMessages);
  const [openedAt] = useState(() => Date.now());
  const TypeIcon = typeIcons[item.contentType];
  return (
    <div className={classes.name}>
      <span role="img" aria-label={words.types[item.contentType]} data-hint={words.types[item.contentType]}>
        <TypeIcon size={18} stroke={1.75} aria-hidden />
      </span>
      <span>
        <RowLink to={paths.contentEdit} params={{ contentId: item._id }}>
          {item.title ?? item.name}
        </RowLink>
        <small>{item.title ? `${words.types[item.contentType]} · ${item.name}` : words.types[item.contentType]}</small>
      </span>
      {item.pinned && (
        <span role="img" aria-label={words.pinned} title={words.pinned}>
          <IconPinFilled size={16} aria-hidden />
        </span>
      )}
      {!isPublished(item, openedAt) && (
        <Badge color="gray" variant="light" tt="none">
          {words.notPublished}
        </Badge>
      )}
      {item.disabled && (
        <Badge color="gray" variant="light" tt="none">
          {words.inactive}
        </Badge>
      )}
    </div>
  );
};

const nameOf = (item: ContentRow): string => item.title ?? item.name ?? '';

const useColumns = (
  onDelete: (item: ContentRow) => void,
  chosen: Chosen,
  shown: readonly ContentRow[],
  actions: RowActions,
): Column<ContentRow, ContentSortField>[] => {
  const words = useMessages(contentMessages);
  const bulk = useMessages(bulkMessages);
  const copies = useMessages(copyMessages);
  const [openedAt] = useState(() => Date.now());
  const isChosen = ({ _id }: ContentRow): boolean => chosen.found || chosen.ids.has(_id);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const date = (instant: string | null): string => (instant ? format.minute(instant) : words.none);
  return [
    {
      header: bulk.choose,
      kind: 'select',
      head: (
        <Checkbox
          aria-label={bulk.choosePage}
          checked={shown.length > 0 && shown.every(isChosen)}
          indeterminate={shown.some(isChosen) && !shown.every(isChosen)}
          onChange={(event) =>
            chosen.choose(
              shown.map(({ _id }) => _id),
              event.currentTarget.checked,
            )
          }
        />
      ),
      render: (item) => (
        <Checkbox
          aria-label={bulk.chooseItem(nameOf(item))}
          checked={isChosen(item)}
          onChange={(event) => chosen.choose([item._id], event.currentTarget.checked)}
        />
      ),
    },
    { header: words.image, kind: 'image', render: (item) => <Thumbnail reference={item.prevImage ?? ''} label={words.noImage} /> },
    { header: words.name, kind: 'main', sort: 'name', render: (item) => <Name item={item} /> },
    { header: words.start, kind: 'time', sort: 'publicationStart', render: (item) => date(item.publicationStart) },
    {
      header: words.end,
      kind: 'time',
      sort: 'publicationEnd',
      render: (item) => (
        <>
          {date(item.publicationEnd)}
          <PublicationBar item={item} />
        </>
      ),
    },
    {
      header: common.actions,
      kind: 'actions',
      render: (item) => (
        <>
          <RowMenu
            name={nameOf(item)}
            items={[
              { label: copies.duplicate, copyTo: paths.contentNew, id: item._id },
              ...(item.publicationEnd ? [{ label: bulk.actions.extend, act: () => actions.extend(item) }] : []),
              ...(windowState(item, openedAt) === 'open' ? [{ label: bulk.endNow, act: () => actions.endNow(item) }] : []),
              { label: bulk.actions.delete, danger: true, act: () => onDelete(item) },
            ]}
          />
          <EditLink name={nameOf(item)} to={paths.contentEdit} params={{ contentId: item._id }} />
          <AvailabilityLink id={item._id} name={nameOf(item)} />
          <DeleteButton name={nameOf(item)} onClick={() => onDelete(item)} />
        </>
      ),
    },
  ];
};

/** CONT-LIST-*: what the app shows, by publication start, with filters that combine. */
export const ContentListPage = () => {
  const words = useMessages(contentMessages);
  const bulk = useMessages(bulkMessages);
  const client = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  const navigate = useNavigate({ from: paths.content });
  const search = useSearch({ from: '/signed-in/english/content' });
  const { page = 1, contentType, published, ends, sortField = DEFAULT_CONTENT_SORT, name = '' } = search;
  const query = useQuery(
    content.list({
      page,
      contentType,
      published: published === undefined ? undefined : published ? 'true' : 'false',
      ...(ends && { ends }),
      sortField,
      name,
    }),
  );
  const deletion = useDelete({
    usage: (contentId) => call(contentRoutes.usage, { params: { contentId } }),
    consequence: words.consequence,
    remove: async (contentId) => {
      const { tag } = await callTagged(contentRoutes.remove, { params: { contentId } });
      if (tag) setDone({ text: bulk.deleted(1, '1'), items: [{ _id: contentId, revision: Number(tag.replaceAll('"', '')) }] });
    },
    onDeleted: () => void content.changed(client),
  });
  const found = { contentType, published, ends, name };
  const chosen = useChosen(JSON.stringify(found));
  const columns = useColumns(
    (item) => deletion.ask({ id: item._id, name: nameOf(item) }),
    chosen,
    query.data?.items ?? [],
    useRowActions(setDone),
  );
  // Any change of a filter or the order starts at the first page (NAV-32).
  const change = (part: Partial<typeof search>): void => {
    void navigate({
      search: ({ page: _page, ...rest }) =>
        Object.fromEntries(
          Object.entries({ ...rest, ...part }).filter(
            ([key, value]) => value !== undefined && value !== '' && !(key === 'sortField' && value === DEFAULT_CONTENT_SORT),
          ),
        ),
    });
  };
  const applyName = useCallback(
    (text: string) =>
      void navigate({ search: ({ page: _page, name: _name, ...rest }) => ({ ...rest, ...(text && { name: text }) }), replace: true }),
    [navigate],
  );
  return (
    <>
      <ListPage
        title={words.title}
        create={{ path: paths.contentNew, label: words.create }}
        filters={
          <ContentFilters contentType={contentType} published={published} ends={ends} name={name} onChange={change} onName={applyName} />
        }
        query={query}
        rowHeight={112}
        columns={columns}
        sorting={{ by: sortField, sort: (by) => change({ sortField: by }) }}
        page={page}
        goTo={(next, { replace }) =>
          void navigate({ search: ({ page: _page, ...rest }) => ({ ...rest, ...(next > 1 && { page: next }) }), replace })
        }
        empty={{ title: words.empty }}
        narrowed={
          contentType || published !== undefined || ends || name
            ? { noMatch: words.noMatch, clear: () => void navigate({ search: {}, replace: true }) }
            : undefined
        }
      />
      {chosen.ids.size > 0 && <BulkBar chosen={chosen} total={query.data?.total ?? 0} found={found} onDone={setDone} />}
      {done && <UndoBar key={`${done.items[0]?._id}:${done.items[0]?.revision}`} done={done} onClose={() => setDone(null)} />}
      {deletion.dialog}
    </>
  );
};
