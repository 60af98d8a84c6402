import { DEFAULT_THREAD_SORT, THREAD_PAGE_SIZE, type ThreadRow, type ThreadSort } from '@endcap/contract/assistant';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Column, ListPage } from '../../frames/list-page.tsx';
import { RowLink } from '../../frames/row-link.tsx';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { assistantMessages } from './assistant.messages.ts';
import { threads } from './assistant.queries.ts';
import classes from './assistant.module.css';
import { FullMarkdown } from './full-markdown.tsx';

/** Epoch seconds are no milliseconds (THR-LIST-21). */
export const instantOfSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** What the address says of a list; another order or search starts at the first page (NAV-32). */
const searchFor = (sortField: ThreadSort, threadId: string) => ({
  ...(sortField !== DEFAULT_THREAD_SORT && { sortField }),
  ...(threadId && { threadId }),
});

/** THR-LIST-03, 04: typing alone changes nothing. */
const Filter = ({ applied, onApply }: { applied: string; onApply: (threadId: string) => void }) => {
  const words = useMessages(assistantMessages);
  const [typed, setTyped] = useState({ of: applied, text: applied });
  if (typed.of !== applied) setTyped({ of: applied, text: applied });
  return (
    <form
      className={classes.filter}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(typed.text.trim());
      }}
    >
      <TextInput
        aria-label={words.threadId}
        placeholder={words.threadId}
        value={typed.text}
        onChange={(event) => setTyped({ of: applied, text: event.currentTarget.value })}
      />
      <Button type="submit" variant="default">
        {words.apply}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        onClick={() => {
          setTyped({ of: applied, text: '' });
          onApply('');
        }}
      >
        {words.clear}
      </Button>
    </form>
  );
};

const useColumns = (numberOf: (id: string) => number): Column<ThreadRow, 'created_at'>[] => {
  const words = useMessages(assistantMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  return [
    { header: words.number, kind: 'number', render: ({ id }) => format.number(numberOf(id)) },
    {
      header: words.threadId,
      kind: 'main',
      render: (thread) => (
        <RowLink to={paths.thread} params={{ threadId: thread.threadId }}>
          <code className={classes.id}>{thread.threadId}</code>
        </RowLink>
      ),
    },
    { header: words.date, kind: 'time', sort: 'created_at', render: (thread) => format.minute(instantOfSeconds(thread.created_at)) },
    { header: words.userId, render: ({ userId }) => userId ?? words.none },
    { header: words.messages, kind: 'number', render: ({ messageCount }) => format.number(messageCount) },
    {
      header: words.firstMessage,
      render: ({ firstUserMessage }) => (
        <div className={classes.first}>
          <FullMarkdown source={firstUserMessage ?? words.none} />
        </div>
      ),
    },
    {
      header: common.actions,
      kind: 'actions',
      render: (thread) => (
        <LinkButton
          to={paths.thread}
          params={{ threadId: thread.threadId }}
          data-wide
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

/** THR-LIST-*: what customers asked, the newest first. */
export const ThreadListPage = () => {
  const words = useMessages(assistantMessages);
  const navigate = useNavigate({ from: paths.threads });
  const { page = 1, sortField = DEFAULT_THREAD_SORT, threadId = '' } = useSearch({ from: '/signed-in/english/threads' });
  const query = useQuery(threads.list({ page, sortField, threadId }));
  // running through the pages.
  const numbers = new Map(query.data?.items.map(({ id }, at) => [id, ((query.data?.page ?? page) - 1) * THREAD_PAGE_SIZE + at + 1]));
  const columns = useColumns((id) => numbers.get(id) ?? 0);
  return (
    <ListPage
      title={words.title}
      filters={<Filter applied={threadId} onApply={(next) => void navigate({ search: searchFor(sortField, next) })} />}
      query={query}
      page={page}
      goTo={(next, { replace }) =>
        void navigate({ search: { ...searchFor(sortField, threadId), ...(next > 1 && { page: next }) }, replace })
      }
      sorting={{ by: sortField, sort: (by) => void navigate({ search: searchFor(by, threadId) }) }}
      empty={{ title: words.empty, text: words.emptyText }}
      narrowed={threadId ? { noMatch: words.noMatch, clear: () => void navigate({ search: {} }) } : undefined}
      columns={columns}
    />
  );
};
