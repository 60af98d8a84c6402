import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { storeOptionsFilter, stores } from './store.queries.ts';

type StorePickerProps = {
  label: string;
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string | undefined;
  emptyText: string;
};

const SHOWN_AT_ONCE = 100;

/** Chooses stores by name, street, city or number; the same store twice is once. */
export const StorePicker = ({ label, value, onChange, error, emptyText }: StorePickerProps) => {
  const { data = [] } = useQuery(stores.all());
  const options = useMemo(() => data.map((store) => ({ value: store._id, label: `${store.name}, ${store.city}` })), [data]);
  const filter = useMemo(() => storeOptionsFilter(data), [data]);
  return (
    <MultiSelect
      label={label}
      data={options}
      value={value}
      onChange={(ids) => onChange([...new Set(ids)])}
      searchable
      clearable
      hidePickedOptions
      limit={SHOWN_AT_ONCE}
      nothingFoundMessage={emptyText}
      error={error}
      filter={filter}
    />
  );
};
