import type { AudienceRule } from '@endcap/contract/audience';
import { attentionRoutes, type AudienceForecast, estimatedOf } from '@endcap/contract/notifications';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { attentionMessages } from './attention.messages.ts';
import classes from './attention.module.css';
import { inRoundNumbers } from './round-numbers.ts';

const SENT_MAX_AGE_MS = 10_000;
/** Not among the queries of notifications, which come with the first load. */
const forecastOf = (storeId: string | null, rule: AudienceRule) =>
  queryOptions({
    queryKey: ['notifications', 'forecast', storeId, rule],
    queryFn: ({ signal }) => call(attentionRoutes.forecast, { body: rule }, { signal }),
    staleTime: SENT_MAX_AGE_MS,
  });

type AttentionProps = { storeId: string | null; rule: AudienceRule; devices: number };

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

const Told = ({ forecast, devices }: { forecast: AudienceForecast; devices: number }) => {
  const words = useMessages(attentionMessages);
  const counted = useCounted(forecast, devices);
  if (forecast.week === 0) return <p>{words.none}</p>;
  return (
    <dl>
      <dt>{words.today}</dt>
      <dd data-testid="attention-today">{counted(forecast.today)}</dd>
      <dt>{words.week}</dt>
      <dd data-testid="attention-week">{counted(forecast.week)}</dd>
      {forecast.fourth > 0 && (
        <>
          <dt>{words.fourth}</dt>
          <dd data-testid="attention-fourth">{counted(forecast.fourth)}</dd>
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

/** CARE-01: what else these people get, beside the form: it tells and stops nobody. */
export const Attention = ({ storeId, rule, devices }: AttentionProps) => {
  const words = useMessages(attentionMessages);
  const { data, isError } = useQuery(forecastOf(storeId, rule));
  if (devices === 0) return null;
  return (
    <section className={classes.attention} aria-label={words.title} data-testid="attention">
      <h2>{words.title}</h2>
      {isError && <p>{words.failed}</p>}
      {data && <Told forecast={data} devices={devices} />}
    </section>
  );
};
