import { emptyAudienceRule } from '@endcap/contract/audience';
import { useMemo } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { ReviewedLinkFault } from '../../links/index.ts';
import { OpenNow } from '../../trading-days/index.ts';
import type { SendFormState } from '../send/use-send-form.ts';
import { useLink } from './leads.tsx';
import { TimeWarnings } from './time-warnings.tsx';
import { Repeated } from './repeated.tsx';
import { reviewMessages } from './review.messages.ts';
import classes from './review.module.css';

/** Warnings about likely mistakes. Every line is rendered from the start, so that screen readers announce text that appears in it. */
export const Warnings = ({ state }: { state: SendFormState }) => {
  const words = useMessages(reviewMessages);
  const { storeId, wanted, estimate, quiet, day } = state;
  const link = useLink(state);
  // A stable object avoids another request for the same audience.
  const rule = useMemo(() => (storeId === null ? wanted : { ...emptyAudienceRule, includeStores: [storeId] }), [storeId, wanted]);
  return (
    <div className={classes.odd} data-testid="odd">
      <h3>{words.odd}</h3>
      <OpenNow rule={rule} startsAt={day?.startsAt ?? null} />
      <TimeWarnings form={state.form} isQuiet={quiet.until !== null} />
      {link && <ReviewedLinkFault {...link} />}
      <p role="status" data-testid="odd-quiet">
        {quiet.until !== null && words.quiet}
      </p>
      <Repeated form={state.form} storeId={storeId} rule={estimate.rule} />
    </div>
  );
};
