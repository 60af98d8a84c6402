import type { AudienceRule } from '@endcap/contract/audience';
import { type AudienceForecast, estimatedOf } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useNow } from '../../../lib/use-now.ts';
import type { SendDay } from '../notification.queries.ts';
import { attentionMessages } from './attention.messages.ts';
import { inRoundNumbers } from './round-numbers.ts';
import classes from './review.module.css';

const SENT_MAX_AGE_MS = 10_000;
/** How soon midnight is noticed. */
const EVERY_MS = 60_000;
/** Not among the queries of notifications, which come with the first load. */
const forecastOf = (storeId: string | null, rule: AudienceRule, { startsAt, notificationId }: SendDay) =>
  queryOptions({
    queryKey: ['notifications', 'forecast', storeId, rule, startsAt, notificationId],
    queryFn: ({ signal }) =>
      call(
        'POST /api/v1/notification-editor/forecast',
        { body: { ...rule, ...(startsAt && { startsAt }), ...(notificationId && { notificationId }) } },
        { signal },
      ),
    staleTime: SENT_MAX_AGE_MS,
  });

type AttentionProps = {
  storeId: string | null;
  rule: AudienceRule;
  devices: number;
  /** When it starts, and which plan it is already; undefined while what is typed is no time to plan for. */
  day: SendDay | undefined;
  /** What no limit holds (CARE-05). */
  isSafety: boolean;
};

/** How many of an audience, as far as a sample can tell. */
const useCounted = (forecast: Pick<AudienceForecast, 'sampled' | 'whole'>, all: number) => {
  const words = useMessages(attentionMessages);
  const format = useFormat();
  return (count: number): string => {
    const estimate = estimatedOf(count, forecast, all);
    if (estimate.margin > 0) {
      const { devices, margin } = inRoundNumbers(estimate);
      return words.estimated(format.number(devices), format.number(margin));
    }
    if (estimate.devices === 0) return words.nobody;
    return estimate.devices === all ? words.everybody : words.phones(estimate.devices, format.number(estimate.devices));
  };
};

/** The day of a start as it is called; null is now. */
const useWhen = (startsAt: string | null): string => {
  const words = useMessages(attentionMessages);
  const format = useFormat();
  const now = useNow(EVERY_MS);
  const day = startsAt === null ? null : warsawDay(startsAt);
  return day === null || day === warsawDay(new Date(now)) ? words.today : words.on(format.dayAndMonth(day));
};

type ToldProps = { forecast: AudienceForecast; devices: number; startsAt: string | null };

const Told = ({ forecast, devices, startsAt }: ToldProps) => {
  const words = useMessages(attentionMessages);
  const when = useWhen(startsAt);
  const counted = useCounted(forecast, devices);
  // A sample in which nobody got one says nothing of everybody.
  const warned = forecast.safety > 0;
  if (forecast.whole && forecast.day === 0 && forecast.week === 0 && !warned)
    return <p>{startsAt === null ? words.none : words.noneBefore(when)}</p>;
  return (
    <dl>
      <dt>{words.day(when)}</dt>
      <dd data-testid="attention-day">{counted(forecast.day)}</dd>
      <dt>{startsAt === null ? words.week : words.weekBefore}</dt>
      <dd data-testid="attention-week">{counted(forecast.week)}</dd>
      {forecast.fourth > 0 && (
        <>
          <dt>{words.fourth}</dt>
          <dd data-testid="attention-fourth">{counted(forecast.fourth)}</dd>
        </>
      )}
      {warned && (
        <>
          <dt>{words.safety}</dt>
          <dd data-testid="attention-safety">{counted(forecast.safety)}</dd>
        </>
      )}
      {forecast.limit !== null && forecast.limited > 0 && (
        <>
          <dt>{words.limited(forecast.limit)}</dt>
          <dd data-testid="attention-limited">{counted(forecast.limited)}</dd>
        </>
      )}
    </dl>
  );
};

/** CARE-01: what else these people get, sent and planned, beside the form: it tells and stops nobody. */
export const Attention = ({ storeId, rule, devices, day, isSafety }: AttentionProps) => {
  const words = useMessages(attentionMessages);
  // What is half typed changes nothing of what is told.
  const [known, setKnown] = useState(day);
  if (day && (day.startsAt !== known?.startsAt || day.notificationId !== known.notificationId)) setKnown(day);
  const of = day ?? known;
  const { data, isError } = useQuery({
    ...forecastOf(storeId, rule, of ?? { startsAt: null, notificationId: null }),
    enabled: of !== undefined,
  });
  if (devices === 0 || of === undefined) return null;
  return (
    <section className={classes.attention} aria-label={words.title} data-testid="attention">
      <h2>{words.title}</h2>
      {isError && <p>{words.failed}</p>}
      {data && <Told forecast={isSafety ? { ...data, limited: 0 } : data} devices={devices} startsAt={of.startsAt} />}
      {data && of.startsAt !== null && <p>{words.soFar}</p>}
    </section>
  );
};
