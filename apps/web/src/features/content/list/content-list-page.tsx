import { type ContentRow, contentRoutes, type ContentSortField, DEFAULT_CONTENT_SORT, isPublished } from '@endcap/contract/content';
import { fileUrl } from '@endcap/contract/files';
import { Badge } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type Column, ListPage } from '../../../frames/list-page.tsx';
import { DeleteButton, EditLink } from '../../../frames/row-actions.tsx';
import { RowLink } from '../../../frames/row-link.tsx';
import { useDelete } from '../../../frames/use-delete.tsx';
import { call } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { IconPhotoOff, IconPinFilled } from '../../../ui/icons/screen-icons.ts';
import { AvailabilityLink } from '../availability-link.tsx';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import { typeIcons } from '../type-icons.tsx';
import { ContentFilters } from './content-filters.tsx';
import { PublicationBar } from './publication-bar.tsx';
import classes from './content-list.module.css';

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
      {item.pinned && (
        <span role="img" aria-label={words.pinned} title={words.pinned}>
          <IconPinFilled size={16} aria-hidden />
        </span>
      )}
      <span>
        <RowLink to={paths.contentEdit} params={{ contentId: item._id }}>
          {item.title ?? item.name}
        </RowLink>
        {item.title && <small>{item.name}</small>}
      </span>
      {!isPublished(item, openedAt) && (
        <Badge color="gray" variant="light" tt="none">
          {words.notPublished}
        </Badge>
      )}
    </div>
  );
};

const nameOf = (item: ContentRow): string => item.title ?? item.name ?? '';

const useColumns = (onDelete: (item: ContentRow) => void): Column<ContentRow, ContentSortField>[] => {
  const words = useMessages(contentMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const date = (instant: string | null): string => (instant ? format.minute(instant) : words.none);
  return [
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
  const client = useQueryClient();
  const navigate = useNavigate({ from: paths.content });
  const search = useSearch({ from: '/signed-in/english/content' });
  const { page = 1, contentType, published, sortField = DEFAULT_CONTENT_SORT, name = '' } = search;
  const query = useQuery(
    content.list({ page, contentType, published: published === undefined ? undefined : published ? 'true' : 'false', sortField, name }),
  );
  const deletion = useDelete({
    usage: (contentId) => call(contentRoutes.usage, { params: { contentId } }),
    consequence: words.consequence,
    remove: (contentId) => call(contentRoutes.remove, { params: { contentId } }),
    onDeleted: () => void content.changed(client),
  });

  const columns = useColumns((item) => deletion.ask({ id: item._id, name: nameOf(item) }));
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
        filters={<ContentFilters contentType={contentType} published={published} name={name} onChange={change} onName={applyName} />}
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
          contentType || published !== undefined || name
            ? { noMatch: words.noMatch, clear: () => void navigate({ search: {}, replace: true }) }
            : undefined
        }
      />
      {deletion.dialog}
    </>
  );
};
