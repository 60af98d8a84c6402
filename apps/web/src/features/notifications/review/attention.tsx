import type { AudienceRule } from '@endcap/contract/audience';
import { type AudienceForecast, estimatedOf } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useRefetchOnNewDay } from '../../../lib/use-refetch-on-new-day.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { SendDay } from '../notification.queries.ts';
import { attentionMessages } from './attention.messages.ts';
import { inRoundNumbers } from './round-numbers.ts';
import classes from './review.module.css';

const SENT_MAX_AGE_MS = 10_000;
/** Milliseconds between checks for midnight. */
const EVERY_MS = 60_000;
/** Defined here rather than with the other notification queries, which are part of the initial bundle. */
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
  /** Start of the send, and its plan if there is one; undefined while the typed start is invalid. */
  day: SendDay | undefined;
  /** Safety messages are exempt from the limits (CARE-05). */
  isSafety: boolean;
};

type Counted = { text: string; bounds?: string | undefined };

/** Returns a function that words a count as an exact number or as an estimate from a sample, with its bounds. */
const useCounted = (forecast: Pick<AudienceForecast, 'sampled' | 'whole'>, all: number) => {
  const words = useMessages(attentionMessages);
  const format = useFormat();
  return (count: number): Counted => {
    const estimate = estimatedOf(count, forecast, all);
    if (estimate.margin > 0) {
      const { devices, margin } = inRoundNumbers(estimate);
      const [least, most] = [Math.max(0, estimate.devices - margin), Math.min(all, estimate.devices + margin)];
      const bounds = words.between(format.number(least), format.number(most));
      if (devices === 0) return { text: words.nearlyNobody, bounds };
      return { text: estimate.devices >= all ? words.nearlyEverybody : words.about(format.number(devices)), bounds };
    }
    if (estimate.devices === 0) return { text: words.nobody };
    if (estimate.devices === all) return { text: words.everybody };
    return { text: words.phones(estimate.devices, format.number(estimate.devices)) };
  };
};

/** Returns the name of the day of a start; null means now. */
const useWhen = (startsAt: string | null): string => {
  const words = useMessages(attentionMessages);
  const format = useFormat();
  const now = useNow(EVERY_MS);
  const day = startsAt === null ? null : warsawDay(startsAt);
  return day === null || day === warsawDay(new Date(now)) ? words.today : words.on(format.longDay(day));
};

type SampleProps = { forecast: AudienceForecast; devices: number; counts: readonly number[] };

/** The largest margin of error of the numbers above, shown once. */
const Sample = ({ forecast, devices, counts }: SampleProps) => {
  const words = useMessages(attentionMessages);
  const format = useFormat();
  const estimates = counts.map((count) => inRoundNumbers(estimatedOf(count, forecast, devices)));
  const margin = Math.max(...estimates.map((estimate) => estimate.margin));
  return margin > 0 && <p>{words.sample(format.number(forecast.sampled), format.number(margin))}</p>;
};

type ForecastCountsProps = { forecast: AudienceForecast; devices: number; startsAt: string | null };

const ForecastCounts = ({ forecast, devices, startsAt }: ForecastCountsProps) => {
  const words = useMessages(attentionMessages);
  const when = useWhen(startsAt);
  const counted = useCounted(forecast, devices);
  // Zero in a sample does not mean zero in the whole audience.
  const warned = forecast.safety > 0;
  if (forecast.whole && forecast.day === 0 && forecast.week === 0 && !warned)
    return <p>{startsAt === null ? words.none : words.noneBefore(when)}</p>;
  const limited = forecast.limit !== null && forecast.limited > 0 ? words.limited(forecast.limit) : null;
  const lines: (readonly [id: string, name: string, count: number])[] = [
    ['day', words.day(when), forecast.day],
    ['week', startsAt === null ? words.week : words.weekBefore, forecast.week],
    ...(forecast.fourth > 0 ? [['fourth', words.fourth, forecast.fourth] as const] : []),
    ...(warned ? [['safety', words.safety, forecast.safety] as const] : []),
    ...(limited === null ? [] : [['limited', limited, forecast.limited] as const]),
  ];
  return (
    <>
      <dl>
        {lines.map(([id, name, count]) => {
          const { text, bounds } = counted(count);
          return (
            <Fragment key={id}>
              <dt>{name}</dt>
              <dd data-testid={`attention-${id}`} title={bounds}>
                {text}
              </dd>
            </Fragment>
          );
        })}
      </dl>
      <Sample forecast={forecast} devices={devices} counts={lines.map(([, , count]) => count)} />
    </>
  );
};

/** Shows what else these people get, sent and planned. It informs and never blocks the send (CARE-01). */
export const Attention = ({ storeId, rule, devices, day, isSafety }: AttentionProps) => {
  const words = useMessages(attentionMessages);
  // Keep the last readable start while another one is being typed.
  const [lastValid, setLastValid] = useState(day);
  if (day && (day.startsAt !== lastValid?.startsAt || day.notificationId !== lastValid.notificationId)) setLastValid(day);
  const of = day ?? lastValid;
  const { data, isError, refetch } = useQuery({
    ...forecastOf(storeId, rule, of ?? { startsAt: null, notificationId: null }),
    enabled: of !== undefined,
  });
  useRefetchOnNewDay(useToday(), refetch);
  if (devices === 0 || of === undefined) return null;
  return (
    <section className={classes.attention} aria-label={words.title} data-testid="attention">
      <h2>{words.title}</h2>
      {isError && <p>{words.failed}</p>}
      {data && <ForecastCounts forecast={isSafety ? { ...data, limited: 0 } : data} devices={devices} startsAt={of.startsAt} />}
      {data && of.startsAt !== null && <p>{words.soFar}</p>}
    </section>
  );
};
