import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { storeMessages } from './store.messages.ts';
import { stores, storeSearchText } from './store.queries.ts';

type StorePickerProps = { label: string; value: readonly string[]; onChange: (ids: string[]) => void; error?: string | undefined };

/** Chooses stores by name, street, city or number, or by a pasted list of numbers; the same store twice is once. */
export const StorePicker = (props: StorePickerProps) => {
  const words = useMessages(storeMessages);
  const { data = [], status } = useQuery(stores.all());
  const items = useMemo(
    () =>
      data.map((store) => ({
        id: store._id,
        label: `${store.name}, ${store.city}`,
        detail: store.address,
        number: store.storeNo,
        search: storeSearchText(store),
      })),
    [data],
  );
  const state = status === 'success' ? 'ready' : status === 'error' ? 'failed' : 'loading';
  return <PickList {...props} items={items} state={state} deletedLabel={words.deleted} numbered />;
};
