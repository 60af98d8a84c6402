import { emptyAudienceRule } from '@endcap/contract/audience';
import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useMemo, useState } from 'react';
import { config } from '../../../config.ts';
import { useFields, useValue } from '../../../form/form-store.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { ReviewedLink, ReviewedLinkFault } from '../../links/index.ts';
import { OpenNow } from '../../trading-days/index.ts';
import { daysShown, lastDayBefore } from '../last-day.ts';
import { linkedItem, startOf } from '../send/send-form.ts';
import type { SendFormState } from '../send/use-send-form.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { Attention } from './attention.tsx';
import { AudienceSentence } from './audience-sentence.tsx';
import { OddTimes } from './odd-times.tsx';
import { Repeated } from './repeated.tsx';
import { reviewMessages } from './review.messages.ts';
import classes from './review.module.css';

const EVERY_MS = 20_000;
const UNKNOWN = '–';

type ReviewProps = { state: SendFormState };

/** The link as its check is asked about; null where it opens no item of the app, or cannot be read. */
const useLink = ({ form, storeId, estimate }: SendFormState) => {
  const isWrong = useSelector(form.problems, (problems) => problems['url'] !== undefined);
  const { url, validUntil, ...when } = useFields(form, ['url', 'validUntil', 'isPlanned', 'startsAt']);
  if (isWrong || linkedItem(url, config.appScheme) === null) return null;
  return { url: url.trim(), storeId, rule: estimate.rule, validUntil, startsAt: startOf(when) };
};

/** How many it reaches; which audience that is stands beside the button, but for a store's own. */
const Whom = ({ state: { storeId, aimed, estimate } }: ReviewProps) => {
  const words = useMessages(reviewMessages);
  const store = useAimedStore(storeId);
  return (
    <>
      {!aimed && store && <strong>{words.ofStore(store.name)}</strong>}
      <AudienceSentence estimate={estimate.data} cause={estimate.cause} onRetry={estimate.retry} ofStore={!aimed} />
    </>
  );
};

/** Where a tap leads. */
const Leads = ({ state }: ReviewProps) => {
  const words = useMessages(reviewMessages);
  const link = useLink(state);
  const url = useValue(state.form, 'url').trim();
  return link ? <ReviewedLink {...link} /> : <span>{url || words.toApp}</span>;
};

const useDates = (state: SendFormState): { until: string; when: string } => {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  const now = useNow(EVERY_MS);
  const form = useFields(state.form, ['validUntil', 'isPlanned', 'startsAt']);
  const start = startOf(form);
  const lastDay = lastDayBefore(form.validUntil);
  const isShown = daysShown(format.day(start ?? new Date(now).toISOString()), lastDay) !== null;
  return {
    until: isShown ? format.dayAndMonth(lastDay) : UNKNOWN,
    when: !form.isPlanned ? words.now : start === null ? UNKNOWN : words.later(format.moment(start), format.ago(start, now)),
  };
};

const Facts = ({ state }: ReviewProps) => {
  const words = useMessages(reviewMessages);
  const { until, when } = useDates(state);
  const facts: [name: string, value: ReactNode][] = [
    [words.whom, <Whom key="whom" state={state} />],
    [words.leads, <Leads key="leads" state={state} />],
    [words.until, until],
    [words.when, when],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** What may be meant otherwise; each line is there from the first, so that it is read out when it comes. */
const Odd = ({ state, startsAt }: ReviewProps & { startsAt: string | null }) => {
  const words = useMessages(reviewMessages);
  const { storeId, wanted, estimate, quiet } = state;
  const link = useLink(state);
  // As long as it means the same, nothing is asked again.
  const rule = useMemo(() => (storeId === null ? wanted : { ...emptyAudienceRule, includeStores: [storeId] }), [storeId, wanted]);
  return (
    <div className={classes.odd}>
      <h3>{words.odd}</h3>
      <OpenNow rule={rule} startsAt={startsAt} />
      <OddTimes form={state.form} isQuiet={quiet.until !== null} />
      {link && <ReviewedLinkFault {...link} />}
      <p role="status" data-testid="odd-quiet">
        {quiet.until !== null && words.quiet}
      </p>
      <Repeated form={state.form} storeId={storeId} rule={estimate.rule} />
    </div>
  );
};

/** Everything in words before the last press, what else these people get, and what is odd: it tells and stops nobody. */
export const Review = ({ state }: ReviewProps) => {
  const words = useMessages(reviewMessages);
  const { form, storeId, estimate, day } = state;
  const isSafety = useValue(form, 'safety');
  // Nothing more is asked before it is known whom a send reaches.
  const [isCounted, setCounted] = useState(false);
  if (estimate.data && !isCounted) setCounted(true);
  return (
    <section className={classes.review} aria-label={words.title} data-testid="review">
      <h2>{words.title}</h2>
      <Facts state={state} />
      {estimate.data && <Attention storeId={storeId} rule={estimate.rule} devices={estimate.data.devices} day={day} isSafety={isSafety} />}
      {isCounted && <Odd state={state} startsAt={day?.startsAt ?? null} />}
    </section>
  );
};
