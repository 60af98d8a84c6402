import { folded } from '@endcap/contract/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { stateOf } from '../../ui/pick-item.ts';
import { PickList } from '../../ui/pick-list.tsx';
import { storeGroupMessages } from './store-group.messages.ts';
import { storeGroups } from './store-group.queries.ts';

type StoreGroupPickerProps = { label: string; value: readonly string[]; onChange: (ids: string[]) => void; error?: string | undefined };

/** Chooses store groups by name, without duplicates. */
export const StoreGroupPicker = (props: StoreGroupPickerProps) => {
  const words = useMessages(storeGroupMessages);
  const format = useFormat();
  const { data = [], status } = useQuery(storeGroups.all());
  const items = useMemo(
    () =>
      data.map((group) => ({
        id: group._id,
        label: group.name,
        detail: words.storeCount(format.number(group.stores)),
        number: null,
        search: folded(group.name),
      })),
    [data, words, format],
  );
  return <PickList {...props} items={items} state={stateOf(status)} deletedLabel={words.deleted} />;
};
