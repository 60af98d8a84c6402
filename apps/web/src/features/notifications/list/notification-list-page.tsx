import { nameWithCity } from '@endcap/contract/core';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ListHead, ListPage } from '../../../frames/list-page.tsx';
import { isNotFound } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { stores } from '../../stores/index.ts';
import { notifications } from '../notification.queries.ts';
import { QuotaNote } from './delivery-cells.tsx';
import { listMessages } from './list.messages.ts';
import { NotificationFilters } from './notification-filters.tsx';
import { StoreReachBanner } from './store-reach-banner.tsx';
import { useColumns } from './use-columns.tsx';
import { useNotificationSearch } from './use-notification-search.ts';
import { WaitingNotice } from './waiting-notice.tsx';

const FirstSteps = lazyPart(
  () => import('./first-steps/first-steps.tsx'),
  (module) => module.FirstSteps,
);

/** Notifications in the scope of the person, newest first (NOTIF-LIST-*). */
export const NotificationListPage = () => {
  const words = useMessages(listMessages);
  const { page, text, isTest, state, isNarrowed, ...search } = useNotificationSearch();
  const scope = useSelectedStore();
  const person = usePerson();
  const query = useQuery(
    notifications.list(scope, { page, text, ...(isTest !== undefined && { isTest: isTest ? 'true' : 'false' }), ...(state && { state }) }),
  );
  const { data: all } = useQuery({ ...stores.all(), enabled: scope !== null });
  const store = all?.find(({ _id }) => _id === scope);
  const mine = useQuery({ ...stores.mine(person.id), enabled: !person.isAdmin });
  // A chain that has sent to customers needs no first steps.
  const isNew = person.isAdmin && scope === null && !isNarrowed && query.data?.items.every((row) => row.isTest);
  const columns = useColumns(query.data?.items ?? []);

  const frame = { title: words.title, create: { path: paths.notificationNew, label: words.create, note: <QuotaNote /> } };
  if (isNotFound(mine.error))
    return (
      <>
        <ListHead title={words.title} />
        <Alert color="yellow" role="status">
          {words.noStore}
        </Alert>
      </>
    );
  return (
    <ListPage
      {...frame}
      notice={<WaitingNotice />}
      banner={person.isAdmin ? isNew && <FirstSteps /> : <StoreReachBanner />}
      filters={
        <>
          <SearchField label={words.search} value={text} onApply={search.find} />
          <NotificationFilters isTest={isTest} state={state} onChange={search.narrow} />
        </>
      }
      query={query}
      rowHeight={56}
      columns={columns}
      page={page}
      goTo={search.goTo}
      empty={{ title: store ? words.emptyOf(nameWithCity(store)) : words.empty, text: words.emptyText }}
      narrowed={isNarrowed ? { noMatch: words.noMatch, clear: search.clear } : undefined}
    />
  );
};
