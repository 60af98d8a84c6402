import { Alert, Badge } from '@mantine/core';
import type { NotificationRow } from '@endcap/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Column, ListHead, ListPage } from '../../../frames/list-page.tsx';
import { RowLink } from '../../../frames/row-link.tsx';
import { ApiProblem } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { IconLink } from '../../../ui/icon-link.tsx';
import { IconChevronRight } from '../../../ui/icons/frame-icons.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { stores } from '../../stores/index.ts';
import { notifications } from '../notification.queries.ts';
import { listMessages } from './list.messages.ts';
import classes from './notification-list.module.css';
import { StoreReachBanner } from './store-reach-banner.tsx';

const DetailsLink = ({ row }: { row: NotificationRow }) => {
  const words = useMessages(listMessages);
  const handedOver = row.notificationIds.length > 0;
  const label = handedOver ? words.handedOver : words.notHandedOver;
  return (
    <IconLink
      to={paths.notificationDetails}
      params={{ notificationId: row._id }}
      color={handedOver ? 'blue' : 'red'}
      variant="light"
      size="lg"
      aria-label={`${label}: ${row.title}`}
      title={label}
      data-handed-over={handedOver}
    >
      <IconChevronRight size={18} aria-hidden />
    </IconLink>
  );
};

// Their numbers come after the rows, and so does their code.
const cells = () => import('./delivery-cells.tsx');
const AudienceCell = lazyPart(() => cells().then((module) => module.AudienceCell));
const StandingCell = lazyPart(() => cells().then((module) => module.StandingCell));
const DeliveredCell = lazyPart(() => cells().then((module) => module.DeliveredCell));
const QuotaNote = lazyPart(() => cells().then((module) => module.QuotaNote));
const NotificationFilters = lazyPart(
  () => import('./notification-filters.tsx').then((module) => module.NotificationFilters),
  () => <span />,
);

const useColumns = (shown: readonly NotificationRow[]): Column<NotificationRow>[] => {
  const words = useMessages(listMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  return [
    {
      header: words.text,
      kind: 'main',
      render: (row) => (
        <div className={classes.text}>
          <RowLink to={paths.notificationDetails} params={{ notificationId: row._id }}>
            {row.title}
          </RowLink>
          <span>{row.content}</span>
        </div>
      ),
    },
    { header: words.audience, render: (row) => <AudienceCell row={row} shown={shown} /> },
    { header: words.state, render: (row) => <StandingCell row={row} shown={shown} /> },
    { header: words.delivered, kind: 'number', render: (row) => <DeliveredCell row={row} shown={shown} /> },
    {
      header: words.isTest,
      kind: 'flag',
      render: (row) =>
        row.isTest && (
          <Badge color="blue" variant="light" miw="max-content">
            {words.test}
          </Badge>
        ),
    },
    {
      header: words.sentAt,
      kind: 'time',
      render: (row) => (
        <div className={classes.sent}>
          {format.minute(row.createdAt)}
          <small>{row.sentBy}</small>
        </div>
      ),
    },
    { header: common.actions, kind: 'actions', render: (row) => <DetailsLink row={row} /> },
  ];
};

/** NOTIF-LIST-*: what was sent in the scope of the person, newest first. */
export const NotificationListPage = () => {
  const words = useMessages(listMessages);
  const navigate = useNavigate({ from: paths.notifications });
  const search = useSearch({ from: '/signed-in/polish/notification' });
  const { page = 1, text = '', isTest, state } = search;
  const scope = useSelectedStore();
  const person = usePerson();
  const query = useQuery(
    notifications.list(scope, { page, text, ...(isTest !== undefined && { isTest: isTest ? 'true' : 'false' }), ...(state && { state }) }),
  );
  const { data: all } = useQuery({ ...stores.all(), enabled: scope !== null });
  const store = all?.find(({ _id }) => _id === scope);
  const mine = useQuery({ ...stores.mine(person.id), enabled: !person.isAdmin });
  const columns = useColumns(query.data?.items ?? []);

  // Typing replaces the history entry, paging adds one (ux 16); a search starts at the first page (NAV-32).
  const apply = useCallback(
    (next: string) =>
      void navigate({ search: ({ page: _page, text: _text, ...rest }) => ({ ...rest, ...(next && { text: next }) }), replace: true }),
    [navigate],
  );
  const frame = { title: words.title, create: { path: paths.notificationNew, label: words.create, note: <QuotaNote /> } };
  if (mine.error instanceof ApiProblem && mine.error.status === 404)
    return (
      <>
        <ListHead {...frame} />
        <Alert color="yellow" role="status">
          {words.noStore}
        </Alert>
      </>
    );
  return (
    <ListPage
      {...frame}
      banner={!person.isAdmin && <StoreReachBanner />}
      filters={
        <>
          <SearchField label={words.search} value={text} onApply={apply} />
          <NotificationFilters
            isTest={isTest}
            state={state}
            onChange={(part) => void navigate({ search: ({ page: _page, ...rest }) => ({ ...rest, ...part }) })}
          />
        </>
      }
      query={query}
      rowHeight={56}
      columns={columns}
      page={page}
      goTo={(next, { replace }) =>
        void navigate({ search: ({ page: _page, ...rest }) => ({ ...rest, ...(next > 1 && { page: next }) }), replace })
      }
      empty={{ title: store ? words.emptyOf(`${store.name}, ${store.city}`) : words.empty, text: words.emptyText }}
      narrowed={
        text || isTest !== undefined || state
          ? { noMatch: words.noMatch, clear: () => void navigate({ search: {}, replace: true }) }
          : undefined
      }
    />
  );
};
