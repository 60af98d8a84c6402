import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { FailedView } from '../../../ui/state-view.tsx';
import { notifications } from '../notification.queries.ts';
import classes from './notification-details.module.css';
import { opensMessages } from './opens.messages.ts';

type OpensReportProps = { notificationId: string; opened: number };

/** Sets `seen` once the element of `part` has been scrolled into view. */
const useSeen = () => {
  const part = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!part.current || seen) return undefined;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true));
    watch.observe(part.current);
    return () => watch.disconnect();
  }, [seen]);
  return { part, seen };
};

const Loading = () => {
  const { loading } = useMessages(commonMessages);
  return (
    <div role="status" aria-label={loading}>
      <Skeleton h={180} />
    </div>
  );
};

const OpensCounted = lazyPart(
  () => import('./opens-counted.tsx'),
  (module) => module.OpensCounted,
  () => <Loading />,
);

/** Opens over time and by store (NOTIF-DET-24). Loaded when scrolled into view, since the query counts every opening. */
export const OpensReport = ({ notificationId, opened }: OpensReportProps) => {
  const words = useMessages(opensMessages);
  const { part, seen } = useSeen();
  const scope = useSelectedStore();
  const { data, error, refetch } = useQuery({ ...notifications.opens(scope, notificationId), enabled: seen && opened > 0 });
  return (
    <section ref={part} className={classes.card} aria-labelledby="opens">
      <Title order={2} id="opens" mb="sm">
        {words.title}
      </Title>
      {opened === 0 && <p className={classes.next}>{words.none}</p>}
      {opened > 0 && data?.total === 0 && <p className={classes.next}>{words.counting}</p>}
      {opened > 0 && data && data.total > 0 && <OpensCounted opens={data} />}
      {opened > 0 && !data && (error ? <FailedView error={error} onRetry={() => void refetch()} /> : <Loading />)}
    </section>
  );
};
