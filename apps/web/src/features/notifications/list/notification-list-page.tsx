import { ActionIcon, type ActionIconProps, Alert, Badge, Button, CloseButton, Skeleton, Table, TextInput, Title } from '@mantine/core';
import type { NotificationRow } from '@endcap/contract/notifications';
import { IconChevronRight, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink, Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useCallback, useEffect } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { PageLinks } from '../../../ui/page-links.tsx';
import { FailedView, StateView } from '../../../ui/state-view.tsx';
import { useDebouncedSearch } from '../../../ui/use-debounced-search.ts';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import classes from './notification-list.module.css';
import { StoreReachBanner } from './store-reach-banner.tsx';

/** An icon that is a real link: it opens in a new tab like any other. */
const IconLink = createLink((props: ActionIconProps & ComponentProps<'a'>) => <ActionIcon component="a" {...props} />);

const Row = ({ row }: { row: NotificationRow }) => {
  const words = useMessages(notificationMessages).list;
  const format = useFormat();
  const handedOver = row.notificationIds.length > 0;
  const label = handedOver ? words.handedOver : words.notHandedOver;
  return (
    <Table.Tr>
      <Table.Td className={classes.text}>
        <strong>{row.title}</strong>
        <span>{row.content}</span>
      </Table.Td>
      <Table.Td data-label={words.isTest}>
        {row.isTest ? (
          <Badge color="blue" variant="light">
            {words.test}
          </Badge>
        ) : (
          <span className={classes.quiet}>{words.real}</span>
        )}
      </Table.Td>
      <Table.Td data-label={words.sentAt} className={classes.time}>
        {format.minute(row.createdAt)}
      </Table.Td>
      <Table.Td className={classes.actions}>
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
      </Table.Td>
    </Table.Tr>
  );
};

/** NOTIF-LIST-*: what was sent in the scope of the person, newest first. */
export const NotificationListPage = () => {
  const words = useMessages(notificationMessages).list;
  const common = useMessages(commonMessages);
  const format = useFormat();
  const navigate = useNavigate({ from: paths.notifications });
  const { page = 1, text = '' } = useSearch({ from: '/signed-in/polish/notification' });
  const scope = useSelectedStore();
  const person = usePerson();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(notifications.list(scope, { page, text }));

  // Typing replaces the history entry, paging adds one (ux 16); a search starts at the first page (NAV-32).
  const apply = useCallback((next: string) => void navigate({ search: next ? { text: next } : {}, replace: true }), [navigate]);
  const [typed, setTyped] = useDebouncedSearch(text, apply);
  const goTo = (next: number, replace = false) =>
    void navigate({ search: { ...(text && { text }), ...(next > 1 && { page: next }) }, replace });
  const beyond = data && !isPlaceholderData && data.items.length === 0 && page > data.pageCount;
  useEffect(() => {
    // a page beyond the end moves to the last one.
    if (beyond) goTo(data.pageCount, true);
  });

  const noStore = !person.isAdmin && error && 'code' in error && error.code === 'no_store';
  return (
    <>
      <title>{`${words.title} · Endcap`}</title>
      <div className={classes.head}>
        <Title order={1}>{words.title}</Title>
        <Button component={Link} to={paths.notificationNew} leftSection={<IconPlus size={18} aria-hidden />}>
          {words.create}
        </Button>
      </div>
      {!person.isAdmin && <StoreReachBanner />}
      {noStore ? (
        <Alert color="yellow" role="status">
          {words.noStore}
        </Alert>
      ) : (
        <section className={classes.card} aria-busy={isPending || isPlaceholderData}>
          <div className={classes.filters}>
            <TextInput
              aria-label={words.search}
              placeholder={words.search}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              maxLength={200}
              leftSection={<IconSearch size={16} aria-hidden />}
              rightSection={
                typed ? (
                  <CloseButton
                    size="sm"
                    aria-label={common.clearFilters}
                    onClick={() => {
                      setTyped('');
                      apply('');
                    }}
                  />
                ) : null
              }
            />
            {data && (
              <span className={classes.total} role="status">
                {common.total(format.number(data.total))}
              </span>
            )}
          </div>
          {error && !data ? (
            <FailedView error={error} onRetry={() => void refetch()} />
          ) : data && data.total === 0 ? (
            text ? (
              <StateView title={words.noMatch}>
                <Button
                  variant="default"
                  onClick={() => {
                    setTyped('');
                    apply('');
                  }}
                >
                  {common.clearFilters}
                </Button>
              </StateView>
            ) : (
              <StateView title={words.empty} text={words.emptyText}>
                <Button component={Link} to={paths.notificationNew}>
                  {words.create}
                </Button>
              </StateView>
            )
          ) : (
            <Table className={classes.table} data-dimmed={isPlaceholderData || undefined} verticalSpacing="xs" highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.text}</Table.Th>
                  <Table.Th>{words.isTest}</Table.Th>
                  <Table.Th>{words.sentAt}</Table.Th>
                  <Table.Th>
                    <span className="sr-only">{words.actions}</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {isPending
                  ? Array.from({ length: 6 }, (_, n) => (
                      <Table.Tr key={n}>
                        <Table.Td colSpan={4}>
                          <Skeleton h={28} aria-label={common.loading} />
                        </Table.Td>
                      </Table.Tr>
                    ))
                  : data?.items.map((row) => <Row key={row._id} row={row} />)}
              </Table.Tbody>
            </Table>
          )}
          {data && (
            <div className={classes.foot}>
              <PageLinks page={Math.min(page, data.pageCount)} pages={data.pageCount} onChange={(next) => goTo(next)} />
            </div>
          )}
        </section>
      )}
    </>
  );
};
