import type { AudienceRule } from '@endcap/contract/audience';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../lib/language.tsx';
import { opening, useSettled } from './trading-days.queries.ts';
import { tradingDayMessages } from './trading-days.messages.ts';
import classes from './trading-days.module.css';

const AGAIN_MS = 60_000;

/** TRADE-05: how many stores of a send are closed now, or soon; nothing while all are open. */
export const OpenNow = ({ rule }: { rule: AudienceRule }) => {
  const words = useMessages(tradingDayMessages);
  const { data } = useQuery({ ...opening(useSettled(rule), []), refetchInterval: AGAIN_MS });
  return (
    <p role="status" data-testid="open-now" className={classes.now}>
      {data && data.closedNow > 0 && <span>{words.closedNow(data.closedNow, data.stores)}</span>}
      {data && data.closingSoon > 0 && <span>{words.closingSoon(data.closingSoon, data.stores)}</span>}
    </p>
  );
};
