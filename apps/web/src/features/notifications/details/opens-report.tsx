import type { NotificationOpens } from '@endcap/contract/notifications';
import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { FailedView } from '../../../ui/state-view.tsx';
import { notifications } from '../notification.queries.ts';
import classes from './notification-details.module.css';
import { OpensChart } from './opens-chart.tsx';
import { OpensOfStores } from './opens-of-stores.tsx';
import { opensMessages } from './opens.messages.ts';

type OpensReportProps = { notificationId: string; opened: number };

/** Whether somebody has come as far as this part of the page. */
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

const Counted = ({ opens }: { opens: NotificationOpens }) => {
  const words = useMessages(opensMessages);
  const format = useFormat();
  return (
    <>
      <OpensChart opens={opens} />
      {opens.stores && <OpensOfStores stores={opens.stores} total={opens.total} />}
      <p className={classes.next}>{words.countedAt(format.minute(opens.countedAt))}</p>
    </>
  );
};

const Loading = () => {
  const { loading } = useMessages(commonMessages);
  return (
    <div role="status" aria-label={loading}>
      <Skeleton h={180} />
    </div>
  );
};

/** NOTIF-DET-24: when it was opened and by whose customers; asked for once somebody comes here, since it counts every opening. */
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
      {opened > 0 && data && data.total > 0 && <Counted opens={data} />}
      {opened > 0 && !data && (error ? <FailedView error={error} onRetry={() => void refetch()} /> : <Loading />)}
    </section>
  );
};
