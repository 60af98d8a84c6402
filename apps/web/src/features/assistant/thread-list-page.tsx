import { DEFAULT_THREAD_SORT, THREAD_PAGE_SIZE, type ThreadRow, type ThreadSort } from '@endcap/contract/assistant';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { atPage } from '../../frames/list-address.ts';
import { type Column, ListPage } from '../../frames/list-page.tsx';
import { RowLink } from '../../frames/rows.tsx';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { When } from '../../ui/when.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { EraseCustomer } from '../customers/index.ts';
import { assistantMessages } from './assistant.messages.ts';
import { threads } from './assistant.queries.ts';
import classes from './assistant.module.css';
import { FullMarkdown } from './full-markdown.tsx';
import { ThreadFilterForm } from './thread-filter-form.tsx';
import { isNarrowed, meantBy, type ThreadFilters } from './thread-filters.ts';

/** Converts epoch seconds, not milliseconds (THR-LIST-21). */
export const instantOfSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString();

const isById = ({ threadId, ...others }: ThreadFilters): boolean => threadId !== undefined && !isNarrowed(others);

/** Search parameters of a list. They contain no page, so a new order or search starts at the first page (NAV-32). */
const searchFor = (sortField: ThreadSort, filters: ThreadFilters) => ({
  ...(sortField !== DEFAULT_THREAD_SORT && { sortField }),
  ...filters,
});

const useColumns = (numberOf: (id: string) => number): Column<ThreadRow, 'created_at'>[] => {
  const words = useMessages(assistantMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  return [
    { header: words.number, kind: 'number', render: ({ id }) => format.number(numberOf(id)) },
    {
      header: words.firstMessage,
      kind: 'main',
      render: (thread) => (
        <>
          <RowLink to={paths.thread} params={{ threadId: thread.threadId }}>
            <FullMarkdown source={thread.firstUserMessage ?? words.noContent} isInLink />
          </RowLink>
          {thread.unanswered && (
            <Badge color="orange" variant="light" tt="none" mt={4} miw="max-content">
              {words.unanswered}
            </Badge>
          )}
        </>
      ),
    },
    { header: words.date, kind: 'time', sort: 'created_at', render: (thread) => <When at={instantOfSeconds(thread.created_at)} /> },
    {
      header: words.userId,
      render: ({ userId }) =>
        userId === null ? (
          words.none
        ) : (
          <span>
            <span translate="no">{userId}</span> <small className={classes.unverified}>{words.unverified}</small>
          </span>
        ),
    },
    { header: words.messages, kind: 'number', render: ({ messageCount }) => format.number(messageCount) },
    {
      header: words.threadId,
      kind: 'flag',
      render: ({ threadId }) => (
        <code translate="no" className={classes.id}>
          {threadId}
        </code>
      ),
    },
    {
      header: common.actions,
      kind: 'actions',
      render: (thread) => (
        <LinkButton
          to={paths.thread}
          params={{ threadId: thread.threadId }}
          data-opens
          size="compact-sm"
          variant="default"
          aria-label={words.openOf(thread.threadId)}
        >
          {words.open}
        </LinkButton>
      ),
    },
  ];
};

/** Erases a customer on their request, with or without threads. */
const EraseButton = () => {
  const words = useMessages(assistantMessages);
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        {words.eraseCustomer}
      </Button>
      {isAsking && <EraseCustomer userId={null} onClose={() => ask(false)} onErased={() => ask(false)} />}
    </>
  );
};

/** Threads with questions of customers, newest first (THR-LIST-*). */
export const ThreadListPage = () => {
  const words = useMessages(assistantMessages);
  const navigate = useNavigate({ from: paths.threads });
  const { page = 1, sortField = DEFAULT_THREAD_SORT, ...search } = useSearch({ from: '/signed-in/admin-screens/threads' });
  const filters = meantBy(search);
  const query = useQuery(threads.list({ page, sortField, ...filters }));
  // Row numbers continue across pages.
  const numbers = new Map(query.data?.items.map(({ id }, at) => [id, ((query.data?.page ?? page) - 1) * THREAD_PAGE_SIZE + at + 1]));
  const columns = useColumns((id) => numbers.get(id) ?? 0);
  return (
    <ListPage
      title={words.title}
      action={<EraseButton />}
      filters={<ThreadFilterForm applied={filters} onApply={(next) => void navigate({ search: searchFor(sortField, next) })} />}
      query={query}
      page={page}
      goTo={(next, { replace }) => void navigate({ search: atPage(next), replace })}
      sorting={{ by: sortField, sort: (by) => void navigate({ search: searchFor(by, filters) }) }}
      empty={{ title: words.empty, text: words.emptyText }}
      narrowed={
        isNarrowed(filters)
          ? { noMatch: isById(filters) ? words.noMatch : words.noneFound, clear: () => void navigate({ search: {} }) }
          : undefined
      }
      columns={columns}
    />
  );
};
