import { shownText, type Thread } from '@endcap/contract/assistant';
import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLink, backTo, useMarked } from '../../frames/back-link.tsx';
import { isNotFound } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { withOther } from '../../lib/with-other.ts';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { EraseCustomer } from '../customers/index.ts';
import { assistantMessages } from './assistant.messages.ts';
import { threads } from './assistant.queries.ts';
import classes from './assistant.module.css';
import { FullMarkdown } from './full-markdown.tsx';
import { instantOfSeconds } from './thread-list-page.tsx';

const TITLE_LENGTH = 140;
/** Markdown characters, which a title leaves out. */
const MARKS = /\*\*|__|`|^#{1,6} |\[([^\]]{0,200})\]\([^)]{0,200}\)/gm;

type Message = Thread['messages'][number];
type MessageProps = {
  thread: string;
  message: Message;
  /** Set for the first message of a day. */
  day: string | null;
  /** The question that this message answers. */
  question: Message | undefined;
};

/** One item of knowledge that an answer used. */
const Used = ({ item: { id, name, deleted } }: { item: Message['knowledge'][number] }) => {
  const words = useMessages(assistantMessages);
  if (deleted) return <span>{words.deleted(name)}</span>;
  return (
    <LinkAnchor to={paths.knowledgeEdit} params={{ knowledgeId: id }} size="xs">
      {name}
    </LinkAnchor>
  );
};

/** A message of the thread as a chat bubble (THR-VIEW-02..05). */
const MessageRow = ({ thread, message, day, question }: MessageProps) => {
  const words = useMessages(assistantMessages);
  const { other } = useMessages(commonMessages);
  const format = useFormat();
  const text = shownText(message.content);
  const sentAt = instantOfSeconds(message.created_at);
  return (
    <tr className={classes.message} data-role={message.role} data-day={day ?? undefined}>
      <td className={classes.when}>
        <span className="sr-only">{`${format.day(sentAt)} `}</span>
        <span>{format.time(Date.parse(sentAt))}</span>
      </td>
      <td className={classes.who}>{withOther(words.roles, message.role, other)}</td>
      <td className={classes.text}>
        {text === null ? <em>{words.noContent}</em> : <FullMarkdown source={text} />}
        {message.knowledge.length > 0 && (
          <div className={classes.used}>
            <span>{`${words.used}:`}</span>{' '}
            {message.knowledge.map((item) => (
              <Used key={item.id} item={item} />
            ))}
          </div>
        )}
        {message.unanswered && (
          <div className={classes.unanswered}>
            <span>{words.unanswered}</span>
            {question && (
              <LinkAnchor to={paths.knowledgeNew} search={{ thread, message: question.id }} size="xs">
                {words.addToKnowledge}
              </LinkAnchor>
            )}
          </div>
        )}
      </td>
    </tr>
  );
};

const Messages = ({ thread: { threadId, messages } }: { thread: Thread }) => {
  const words = useMessages(assistantMessages);
  const format = useFormat();
  const dayOf = (message: Message | undefined): string | null => (message ? format.day(instantOfSeconds(message.created_at)) : null);
  return (
    <table className={`table ${classes.messages}`}>
      <thead>
        <tr>
          <th>{words.date}</th>
          <th>{words.role}</th>
          <th>{words.text}</th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message, at) => (
          <MessageRow
            key={message.id}
            thread={threadId}
            message={message}
            day={dayOf(message) === dayOf(messages[at - 1]) ? null : dayOf(message)}
            question={messages.slice(0, at).findLast(({ role }) => role === 'user')}
          />
        ))}
      </tbody>
    </table>
  );
};

/** The first question, cut to the length of a title. */
const titleOf = (thread: Thread | undefined): string | null => {
  const line = thread?.firstUserMessage?.replace(MARKS, '$1').replace(/\s+/g, ' ').trim() ?? '';
  return line === '' ? null : line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH).toWellFormed()}…` : line;
};

/** The customer of the thread, with a button that erases their data. The erasure also deletes the thread. */
const Customer = ({ userId }: { userId: string }) => {
  const words = useMessages(assistantMessages);
  const navigate = useNavigate();
  const [isAsking, ask] = useState(false);
  return (
    <>
      <span>
        <span>{`${words.userId}:`}</span> <code translate="no">{userId}</code>
      </span>
      <span>{words.unverifiedId}</span>
      <Button variant="default" size="compact-xs" onClick={() => ask(true)}>
        {words.eraseCustomer}
      </Button>
      {isAsking && <EraseCustomer userId={userId} onClose={() => ask(false)} onErased={() => void navigate({ to: paths.threads })} />}
    </>
  );
};

/** One thread, oldest message first, with the knowledge items that answers used (THR-VIEW-*). */
export const ThreadPage = () => {
  const words = useMessages(assistantMessages);
  const common = useMessages(commonMessages);
  const { threadId } = useParams({ from: '/signed-in/admin-screens/thread/$threadId' });
  const query = useQuery(threads.details(threadId));
  useMarked(paths.threads, query.data?.id);
  // The title and the lines below it depend on the thread, so all of it is drawn at once.
  if (query.isPending)
    return (
      <>
        <BackLink path={paths.threads} label={words.title} />
        <Stack aria-busy>
          <Skeleton h={28} w={320} aria-label={common.loading} />
          <Skeleton h={240} />
        </Stack>
      </>
    );
  const isGone = isNotFound(query.error);
  const title = titleOf(query.data) ?? words.thread(threadId);
  return (
    <>
      <PageTitle of={title} />
      <BackLink path={paths.threads} label={words.title} />
      <Title order={1} className={classes.heading ?? ''}>
        {title}
      </Title>
      <div className={classes.about}>
        <code translate="no">{query.data?.threadId ?? threadId}</code>
        {query.data?.userId && <Customer userId={query.data.userId} />}
      </div>
      <section className={classes.card}>
        {isGone ? (
          <StateView title={common.notFound}>
            <LinkButton {...backTo(paths.threads)} variant="default" mt="xs">
              {words.title}
            </LinkButton>
          </StateView>
        ) : query.isError ? (
          <FailedView error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data.messages.length === 0 ? (
          <StateView title={words.noMessages} />
        ) : (
          <Messages thread={query.data} />
        )}
      </section>
    </>
  );
};
