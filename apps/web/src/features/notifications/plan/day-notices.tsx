import { useQuery } from '@tanstack/react-query';
import { sendNotices } from '../../../plugins.ts';
import { notifications, type SendDay } from '../notification.queries.ts';

/** Notices about a start from the rules of its day, based on the can-send response. */
export const DayNotices = ({ storeId, day }: { storeId: string | null; day: SendDay }) => {
  const { data } = useQuery(notifications.canSend(storeId, day));
  return data && sendNotices.map(({ reason, Notice }) => <Notice key={reason} check={data} />);
};
