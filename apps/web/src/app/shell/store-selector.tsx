import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { storeItem, stores } from '../../features/stores/index.ts';
import { useMessages } from '../../lib/language.tsx';
import { selectedStore, useSelectedStore } from '../../lib/selected-store.ts';
import { IconBuildingStore } from '../../ui/icons/frame-icons.ts';
import { stateOf } from '../../ui/pick-item.ts';
import { PickOne } from '../../ui/pick-one.tsx';
import { shellMessages } from './shell.messages.ts';

/** Limits the notification screens to one store, or to everyone if it is cleared (TOP-01..08). */
export const StoreSelector = () => {
  const words = useMessages(shellMessages);
  const selected = useSelectedStore();
  const { data = [], status } = useQuery(stores.all());
  const items = useMemo(() => data.map(storeItem), [data]);
  return (
    <PickOne
      aria-label={words.store}
      placeholder={words.everyone}
      leftSection={<IconBuildingStore size={18} stroke={1.75} aria-hidden />}
      items={items}
      state={stateOf(status)}
      value={selected}
      onChange={selectedStore.set}
      clearLabel={words.clearStore}
      nothingFound={words.noStoreFound}
    />
  );
};
