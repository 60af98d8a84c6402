import { CloseButton, Select, Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { storeOptionsFilter, stores } from '../../features/stores/index.ts';
import { useMessages } from '../../lib/language.tsx';
import { selectedStore, useSelectedStore } from '../../lib/selected-store.ts';
import { shellMessages } from './shell.messages.ts';

const SHOWN_AT_ONCE = 100;

/** TOP-01..08: narrows the notification screens to one store; cleared, they are about everyone again. */
export const StoreSelector = () => {
  const words = useMessages(shellMessages);
  const selected = useSelectedStore();
  const { data = [] } = useQuery(stores.all());
  const byId = useMemo(() => new Map(data.map((store) => [store._id, store])), [data]);
  const filter = useMemo(() => storeOptionsFilter(data), [data]);
  return (
    <Select
      aria-label={words.store}
      placeholder={words.everyone}
      leftSection={<IconBuildingStore size={18} stroke={1.75} aria-hidden />}
      data={data.map((store) => ({ value: store._id, label: `${store.name}, ${store.city}` }))}
      value={selected}
      onChange={(storeId) => selectedStore.set(storeId)}
      searchable
      // Mantine's own clear button is hidden from keyboards and screen readers.
      {...(selected !== null && {
        rightSection: <CloseButton size="sm" aria-label={words.clearStore} onClick={() => selectedStore.set(null)} />,
        rightSectionPointerEvents: 'all' as const,
      })}
      nothingFoundMessage={words.noStoreFound}
      limit={SHOWN_AT_ONCE}
      maxDropdownHeight={420}
      filter={filter}
      renderOption={({ option }) => {
        const store = byId.get(option.value);
        return (
          <div>
            <div>{store?.name}</div>
            <Text size="xs" c="dimmed">{`${store?.street} · ${store?.zipCode} · ${store?.city}`}</Text>
          </div>
        );
      }}
    />
  );
};
