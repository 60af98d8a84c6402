import { emptyAudienceRule } from '@endcap/contract/audience';
import { useMemo } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { ReviewedLinkFault } from '../../links/index.ts';
import { OpenNow } from '../../trading-days/index.ts';
import type { SendFormState } from '../send/use-send-form.ts';
import { useLink } from './leads.tsx';
import { OddTimes } from './odd-times.tsx';
import { Repeated } from './repeated.tsx';
import { reviewMessages } from './review.messages.ts';
import classes from './review.module.css';

/** Warnings about likely mistakes. Every line is rendered from the start, so that screen readers announce text that appears in it. */
export const Odd = ({ state }: { state: SendFormState }) => {
  const words = useMessages(reviewMessages);
  const { storeId, wanted, estimate, quiet, day } = state;
  const link = useLink(state);
  // As long as it means the same, nothing is asked again.
  const rule = useMemo(() => (storeId === null ? wanted : { ...emptyAudienceRule, includeStores: [storeId] }), [storeId, wanted]);
  return (
    <div className={classes.odd} data-testid="odd">
      <h3>{words.odd}</h3>
      <OpenNow rule={rule} startsAt={day?.startsAt ?? null} />
      <OddTimes form={state.form} isQuiet={quiet.until !== null} />
      {link && <ReviewedLinkFault {...link} />}
      <p role="status" data-testid="odd-quiet">
        {quiet.until !== null && words.quiet}
      </p>
      <Repeated form={state.form} storeId={storeId} rule={estimate.rule} />
    </div>
  );
};
