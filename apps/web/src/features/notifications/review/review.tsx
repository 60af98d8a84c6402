import { startOfDay } from '@endcap/contract/warsaw-time';
import { type ReactNode, useState } from 'react';
import { useFields, useValue } from '../../../form/form-store.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { daysShown, lastDayBefore } from '../last-day.ts';
import { startOf } from '../send/send-form.ts';
import type { SendFormState } from '../send/use-send-form.ts';
import { useAimedStore } from '../use-aimed-store.ts';
import { Attention } from './attention.tsx';
import { AudienceSentence } from './audience-sentence.tsx';
import { Leads } from './leads.tsx';
import { Warnings } from './warnings.tsx';
import { reviewMessages } from './review.messages.ts';
import classes from './review.module.css';

const EVERY_MS = 20_000;
const UNKNOWN = '–';

type ReviewProps = { state: SendFormState };

/** Number of recipients. The audience is named beside the button, except for that of a single store. */
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

const useDates = (state: SendFormState): { until: string; when: string } => {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  const now = useNow(EVERY_MS);
  const form = useFields(state.form, ['validUntil', 'isPlanned', 'startsAt']);
  const start = startOf(form);
  const lastDay = lastDayBefore(form.validUntil);
  const isShown = daysShown(format.day(start ?? new Date(now).toISOString()), lastDay) !== null;
  return {
    until: isShown ? format.endMoment(startOfDay(form.validUntil)) : UNKNOWN,
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

/** Summary before sending: the facts, other pushes to the same people, and anything unusual. It informs and never blocks the send. */
export const Review = ({ state }: ReviewProps) => {
  const words = useMessages(reviewMessages);
  const { form, storeId, estimate, day } = state;
  const isSafety = useValue(form, 'safety');
  // Warnings are loaded only after the audience was counted.
  const [isCounted, setCounted] = useState(false);
  if (estimate.data && !isCounted) setCounted(true);
  return (
    <section className={classes.review} aria-label={words.title} data-testid="review">
      <h2>{words.title}</h2>
      <Facts state={state} />
      {estimate.data && <Attention storeId={storeId} rule={estimate.rule} devices={estimate.data.devices} day={day} isSafety={isSafety} />}
      {isCounted && <Warnings state={state} />}
    </section>
  );
};
