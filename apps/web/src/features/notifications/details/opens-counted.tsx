import type { NotificationOpens } from '@endcap/contract/notifications';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import classes from './notification-details.module.css';
import { OpensChart } from './opens-chart.tsx';
import { OpensOfStores } from './opens-of-stores.tsx';
import { opensMessages } from './opens.messages.ts';

/** The opens of each hour, and of each store where they are counted. */
export const OpensCounted = ({ opens }: { opens: NotificationOpens }) => {
  const words = useMessages(opensMessages);
  const format = useFormat();
  return (
    <>
      <OpensChart opens={opens} />
      {opens.stores && <OpensOfStores stores={opens.stores} total={opens.total} />}
      <p className={classes.next}>{words.countedAt(format.moment(opens.countedAt))}</p>
    </>
  );
};
