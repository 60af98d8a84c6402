import type { AudienceEstimate } from '@endcap/contract/notifications';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { IconBuildingStore } from '../../../ui/icons/frame-icons.ts';
import { IconUsers, IconWorld } from '../../../ui/icons/screen-icons.ts';
import { stores } from '../../stores/index.ts';
import { notificationMessages } from '../notification.messages.ts';
import { type FailureCause, isWorthRetrying } from './failure-cause.ts';
import { sendMessages } from './send.messages.ts';
import classes from './send-notification.module.css';

/** As wide as form and phone together, px. */
const WIDTH_OF_COLUMNS = 1112;

type ScopeBannerProps = { storeId: string | null; everyone: boolean };

/** Tells an administrator to whom the send goes (NOTIF-FORM-21..23); "everyone" looks different from everything else (ux 3). */
export const ScopeBanner = memo(({ storeId, everyone }: ScopeBannerProps) => {
  const words = useMessages(notificationMessages).send;
  const { data = [] } = useQuery(stores.all());
  const store = data.find((one) => one._id === storeId);
  const [color, Icon, text] =
    storeId !== null
      ? (['blue', IconBuildingStore, words.toStore(store ? `${store.name}, ${store.city}` : '…')] as const)
      : everyone
        ? (['orange', IconWorld, words.toEveryone] as const)
        : (['blue', IconUsers, words.toChosen] as const);
  return (
    <Alert
      mb="md"
      maw={WIDTH_OF_COLUMNS}
      variant="light"
      color={color}
      icon={<Icon aria-hidden />}
      role="status"
      data-testid="scope-banner"
    >
      {text}
    </Alert>
  );
});

type AudienceSentenceProps = { estimate: AudienceEstimate | undefined; cause: FailureCause | null; onRetry: () => void; ofStore: boolean };

/** The audience in one sentence with its number, live (ux 1); a store's own list counts subscriptions, of which some phones refuse notifications. */
export const AudienceSentence = memo(({ estimate, cause, onRetry, ofStore }: AudienceSentenceProps) => {
  const common = useMessages(commonMessages);
  const words = useMessages(notificationMessages);
  const { because } = useMessages(sendMessages);
  const format = useFormat();
  const failed = cause && (cause === 'noStore' ? words.send.noStore : `${words.send.estimateFailed} ${because[cause]}`);
  const counted = (now: AudienceEstimate): string =>
    now.devices === 0
      ? words.send.nobody
      : `${words.count.devices(now.devices, `≈ ${format.number(now.devices)}`)} ${words.count.stores(now.stores, format.number(now.stores))}`;
  return (
    <p role="status" data-testid="audience" data-devices={estimate?.devices}>
      {failed ?? (estimate ? counted(estimate) : words.send.estimating)}
      {cause && isWorthRetrying(cause) && (
        <Button size="compact-sm" variant="default" ml="xs" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
      {ofStore && estimate && estimate.devices > 0 && !failed && <small className={classes.counted}>{words.send.counted}</small>}
    </p>
  );
});
