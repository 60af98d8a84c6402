import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { IconBuildingStore } from '../../../ui/icons/frame-icons.ts';
import { IconUsers, IconWorld } from '../../../ui/icons/screen-icons.ts';
import { stores } from '../../stores/index.ts';
import { notificationMessages } from '../notification.messages.ts';

/** As wide as form, review and phone together, px. */
const WIDTH_OF_COLUMNS = 1368;

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
