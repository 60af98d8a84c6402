import type { AudienceEstimate } from '@endcap/contract/notifications';
import { Button } from '@mantine/core';
import { memo } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { type FailureCause, isWorthRetrying } from '../send/failure-cause.ts';
import { sendMessages } from '../send/send.messages.ts';
import { useAboutDevices } from './use-about-devices.ts';
import classes from './review.module.css';

type AudienceSentenceProps = { estimate: AudienceEstimate | undefined; cause: FailureCause | null; onRetry: () => void; ofStore: boolean };

/** The audience in one sentence with its number, live (ux 1); a store's own list counts subscriptions, of which some phones refuse notifications. */
export const AudienceSentence = memo(({ estimate, cause, onRetry, ofStore }: AudienceSentenceProps) => {
  const common = useMessages(commonMessages);
  const words = useMessages(notificationMessages);
  const { because } = useMessages(sendMessages);
  const format = useFormat();
  const about = useAboutDevices();
  const failed = cause && (cause === 'noStore' ? words.send.noStore : `${words.send.estimateFailed} ${because[cause]}`);
  const counted = (now: AudienceEstimate): string =>
    now.devices === 0 ? words.send.nobody : `${about(now.devices)} ${words.count.stores(now.stores, format.number(now.stores))}`;
  return (
    <p
      role="status"
      data-testid="audience"
      data-devices={estimate?.devices}
      title={estimate && words.count.devices(estimate.devices, format.number(estimate.devices))}
    >
      <span>{failed ?? (estimate ? counted(estimate) : words.send.estimating)}</span>
      {cause && isWorthRetrying(cause) && (
        <Button size="compact-sm" variant="default" ml="xs" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
      {ofStore && estimate && estimate.devices > 0 && !failed && <small className={classes.counted}>{words.send.counted}</small>}
    </p>
  );
});
