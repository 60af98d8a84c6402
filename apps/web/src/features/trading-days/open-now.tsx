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
  /** When it starts, where that is later. */
  startsAt: string | null;
};

/** TRADE-05: how many stores of a send are closed when it starts, or soon after, and of how many it is unknown; nothing while all are open. */
export const OpenNow = ({ rule, startsAt }: OpenNowProps) => {
  const words = useMessages(tradingDayMessages);
  const format = useFormat();
  const asked = useSettled({ rule, startsAt });
  const { data, isPlaceholderData } = useQuery({ ...opening(asked.rule, [], asked.startsAt), refetchInterval: AGAIN_MS });
  // Never what was asked about another time.
  const known = isPlaceholderData ? undefined : data;
  const { closed, closing } = asked.startsAt === null ? words.now : words.atStart;
  return (
    <p role="status" data-testid="open-now" className={classes.now}>
      {known && known.closedNow > 0 && <span>{closed(known.closedNow, known.stores)}</span>}
      {known && known.closingSoon > 0 && <span>{closing(known.closingSoon, known.stores)}</span>}
      {known && known.hoursUnknown > 0 && (
        <span>{words.hoursUnknown(known.hoursUnknown, format.number(known.hoursUnknown), known.stores)}</span>
      )}
    </p>
  );
};
