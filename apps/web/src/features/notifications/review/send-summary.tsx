import { pushImageUrl } from '@endcap/contract/files';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { reviewMessages } from './review.messages.ts';
import classes from './send-summary.module.css';
import { sendSummaryMessages } from './send-summary.messages.ts';

type SendSummaryProps = {
  audience: string;
  count: string;
  when: string;
  /** The start of the day after the last one. */
  validUntil: string;
  title: string;
  content: string;
  image: string | null;
  leads: ReactNode;
};

/** Recipients, start and end first, then the message and what a tap on it opens: what a person checks before a send. */
export const SendSummary = ({ audience, count, when, validUntil, title, content, image, leads }: SendSummaryProps) => {
  const review = useMessages(reviewMessages);
  const words = useMessages(sendSummaryMessages);
  const format = useFormat();
  return (
    <dl className={classes.facts}>
      <dt>{review.whom}</dt>
      <dd>
        <strong>{audience}</strong>
        <span>{count}</span>
      </dd>
      <dt>{review.when}</dt>
      <dd>
        <strong>{when}</strong>
      </dd>
      <dt>{review.until}</dt>
      <dd>{format.endMoment(validUntil)}</dd>
      <dt>{words.text}</dt>
      <dd>
        <strong>{title}</strong>
        <span>{content}</span>
      </dd>
      {image && (
        <>
          <dt>{words.image}</dt>
          <dd>
            <img className={classes.image} src={pushImageUrl(image) ?? ''} alt={words.imageAlt} />
          </dd>
        </>
      )}
      <dt>{review.leads}</dt>
      <dd>{leads}</dd>
    </dl>
  );
};
