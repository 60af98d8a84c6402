import type { AudienceRule } from '@endcap/contract/audience';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { useSettled } from '../../lib/use-settled.ts';
import { opening } from './trading-days.queries.ts';
import { tradingDayMessages } from './trading-days.messages.ts';
import classes from './trading-days.module.css';

const AGAIN_MS = 60_000;

type OpenNowProps = {
  rule: AudienceRule;
  /** Start of the send if it is later; null is now. */
  startsAt: string | null;
};

/** Numbers of stores that are closed at the start of a send, close soon, or have unknown hours. Empty if all are open (TRADE-05). */
export const OpenNow = ({ rule, startsAt }: OpenNowProps) => {
  const words = useMessages(tradingDayMessages);
  const format = useFormat();
  const settled = useSettled({ rule, startsAt });
  const { data, isPlaceholderData } = useQuery({ ...opening(settled.rule, [], settled.startsAt), refetchInterval: AGAIN_MS });
  // Do not show the result for another time.
  const current = isPlaceholderData ? undefined : data;
  const { closed, closing } = settled.startsAt === null ? words.now : words.atStart;
  return (
    <p role="status" data-testid="open-now" className={classes.now}>
      {current && current.closedNow > 0 && <span>{closed(current.closedNow, current.stores)}</span>}
      {current && current.closingSoon > 0 && <span>{closing(current.closingSoon, current.stores)}</span>}
      {current && current.hoursUnknown > 0 && (
        <span>{words.hoursUnknown(current.hoursUnknown, format.number(current.hoursUnknown), current.stores)}</span>
      )}
    </p>
  );
};
