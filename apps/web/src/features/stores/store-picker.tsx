import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { stateOf } from '../../ui/pick-item.ts';
import { PickList } from '../../ui/pick-list.tsx';
import { storeItem } from './store-item.ts';
import { storeMessages } from './store.messages.ts';
import { stores } from './store.queries.ts';

type StorePickerProps = { label: string; value: readonly string[]; onChange: (ids: string[]) => void; error?: string | undefined };

/** Chooses stores by name, street, city or number, or by a pasted list of numbers, without duplicates. */
export const StorePicker = (props: StorePickerProps) => {
  const words = useMessages(storeMessages);
  const { data = [], status } = useQuery(stores.all());
  const items = useMemo(() => data.map(storeItem), [data]);
  return <PickList {...props} items={items} state={stateOf(status)} deletedLabel={words.deleted} numbered />;
};
