import { emptyAudienceRule } from '@endcap/contract/audience';
import { type ReactNode, useState } from 'react';
import { config } from '../../../config.ts';
import { DrawnFor } from '../../../lib/drawn-for.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { ReviewedLink, ReviewedLinkFault } from '../../links/index.ts';
import { OpenNow } from '../../trading-days/index.ts';
import { lastDayShown } from '../last-day.ts';
import { Attention } from '../send/attention.tsx';
import { linkedItem, startOf } from '../send/send-form.ts';
import { useAudienceWords } from '../send/use-audience-words.ts';
import type { SendFormState } from '../send/use-send-form.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { AudienceSentence } from './audience-sentence.tsx';
import { Repeated } from './repeated.tsx';
import { reviewMessages } from './review.messages.ts';
import classes from './review.module.css';

const EVERY_MS = 20_000;
const UNKNOWN = '–';

type ReviewProps = { state: SendFormState };

/** The link as its check is asked about; null where it opens no item of the app, or cannot be read. */
const linkOf = ({ form, problems, storeId, estimate }: SendFormState) =>
  linkedItem(form.url, config.appScheme) !== null && !problems['url']
    ? { url: form.url.trim(), storeId, rule: estimate.rule, validUntil: form.validUntil, startsAt: startOf(form) }
    : null;

/** Whom it goes to, in words and with their number. */
const Whom = ({ state: { storeId, aimed, wanted, estimate } }: ReviewProps) => {
  const words = useMessages(reviewMessages);
  const store = useAimedStore(storeId);
  const audience = useAudienceWords(wanted, aimed);
  return (
    <>
      <strong>{aimed ? audience : store && words.ofStore(store.name)}</strong>
      <AudienceSentence estimate={estimate.data} cause={estimate.cause} onRetry={estimate.retry} ofStore={!aimed} />
    </>
  );
};

/** Where a tap leads. */
const Leads = ({ state }: ReviewProps) => {
  const words = useMessages(reviewMessages);
  const link = linkOf(state);
  return link ? <ReviewedLink {...link} /> : state.form.url.trim() || words.toApp;
};

const useDates = ({ form }: SendFormState): { until: string; when: string } => {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  const now = useNow(EVERY_MS);
  const start = startOf(form);
  const lastDay = lastDayShown(form.validUntil, format.day(new Date(now).toISOString()));
  return {
    until: lastDay ? format.dayAndMonth(lastDay.day) : UNKNOWN,
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
  const { form, storeId, wanted, estimate, quiet } = state;
  const link = linkOf(state);
  return (
    <div className={classes.odd}>
      <h3>{words.odd}</h3>
      <DrawnFor values={[storeId, wanted, startsAt]}>
        {() => <OpenNow rule={storeId === null ? wanted : { ...emptyAudienceRule, includeStores: [storeId] }} startsAt={startsAt} />}
      </DrawnFor>
      {link && <ReviewedLinkFault {...link} />}
      <p role="status" data-testid="odd-quiet">
        {quiet.until !== null && words.quiet}
      </p>
      <Repeated title={form.title} content={form.content} storeId={storeId} rule={estimate.rule} />
    </div>
  );
};

/** Everything in words before the last press, what else these people get, and what is odd: it tells and stops nobody. */
export const Review = ({ state }: ReviewProps) => {
  const words = useMessages(reviewMessages);
  const { form, storeId, wanted, estimate, day, problems } = state;
  const startsAt = day?.startsAt ?? null;
  // Nothing more is asked before it is known whom a send reaches.
  const [isCounted, setCounted] = useState(false);
  if (estimate.data && !isCounted) setCounted(true);
  const facts = [form.url, form.validUntil, form.isPlanned, form.startsAt, storeId, wanted, estimate.data, estimate.cause, problems['url']];
  return (
    <section className={classes.review} aria-label={words.title} data-testid="review">
      <h2>{words.title}</h2>
      <DrawnFor values={[words, ...facts]}>{() => <Facts state={state} />}</DrawnFor>
      <DrawnFor values={[storeId, estimate.rule, estimate.data, day?.startsAt, form.safety]}>
        {() =>
          estimate.data && (
            <Attention storeId={storeId} rule={estimate.rule} devices={estimate.data.devices} day={day} isSafety={form.safety} />
          )
        }
      </DrawnFor>
      {isCounted && <Odd state={state} startsAt={startsAt} />}
    </section>
  );
};
