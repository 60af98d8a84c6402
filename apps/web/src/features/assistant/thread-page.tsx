import { shownText, type Thread } from '@endcap/contract/assistant';
import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BackLink, backTo, useMarked } from '../../frames/back-link.tsx';
import { ApiProblem } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { assistantMessages } from './assistant.messages.ts';
import { threads } from './assistant.queries.ts';
import classes from './assistant.module.css';
import { FullMarkdown } from './full-markdown.tsx';
import { instantOfSeconds } from './thread-list-page.tsx';

const Message = ({ message }: { message: Thread['messages'][number] }) => {
  const words = useMessages(assistantMessages);
  const format = useFormat();
  const text = shownText(message.content);
  return (
    <tr className={classes.message} data-role={message.role}>
      <td className={classes.when}>{format.minute(instantOfSeconds(message.created_at))}</td>
      <td>{words.roles[message.role]}</td>
      <td className={classes.text}>
        {text === null ? <em>{words.noContent}</em> : <FullMarkdown source={text} />}
        {message.knowledge.length > 0 && (
          <div className={classes.used}>
            {words.used}:{' '}
            {message.knowledge.map(({ id, name }) => (
              <LinkAnchor key={id} to={paths.knowledgeEdit} params={{ knowledgeId: id }} size="xs">
                {name}
              </LinkAnchor>
            ))}
          </div>
        )}
      </td>
    </tr>
  );
};

/** THR-VIEW-*: one thread, the oldest message first, with the knowledge that answers used. */
export const ThreadPage = () => {
  const words = useMessages(assistantMessages);
  const common = useMessages(commonMessages);
  const { threadId } = useParams({ from: '/signed-in/english/thread/$threadId' });
  const query = useQuery(threads.details(threadId));
  useMarked(paths.threads, query.data?.id);
  const isGone = query.error instanceof ApiProblem && query.error.status === 404;
  return (
    <>
      <title>{`${words.thread(threadId)} · Endcap`}</title>
      <BackLink path={paths.threads} label={words.title} />
      <Title order={1} className={classes.heading ?? ''}>
        {words.thread(threadId)}
      </Title>
      <section className={classes.card} aria-busy={query.isPending}>
        {isGone ? (
          <StateView title={common.notFound}>
            <LinkButton {...backTo(paths.threads)} variant="default" mt="xs">
              {words.title}
            </LinkButton>
          </StateView>
        ) : query.isError ? (
          <FailedView error={query.error} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <Skeleton h={200} aria-label={common.loading} />
        ) : query.data.messages.length === 0 ? (
          <StateView title={words.noMessages} />
        ) : (
          <table className={`table ${classes.messages}`}>
            <thead>
              <tr>
                <th>{words.date}</th>
                <th>{words.role}</th>
                <th>{words.text}</th>
              </tr>
            </thead>
            <tbody>
              {query.data.messages.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
};
