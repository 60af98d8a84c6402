import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { notifications, type SendDay } from '../notification.queries.ts';
import classes from './plan.module.css';
import { keptDayMessages } from './kept-day.messages.ts';

/** CARE-06: that head office keeps the day of a start free for itself, and why; told by the same answer that says whether one may send. */
export const KeptDayNotice = ({ storeId, day }: { storeId: string | null; day: SendDay }) => {
  const words = useMessages(keptDayMessages);
  const format = useFormat();
  const { data } = useQuery(notifications.canSend(storeId, day));
  const kept = data?.keptDay;
  if (!kept) return null;
  return (
    <Alert
      color={kept.refused ? 'red' : 'grape'}
      variant="light"
      role="status"
      title={words.title(format.dayAndMonth(kept.day))}
      data-testid="kept-day"
    >
      <div className={classes.facts}>
        {kept.reason && <p>{kept.reason}</p>}
        <p>{kept.refused ? words.refused : words.told}</p>
      </div>
    </Alert>
  );
};
