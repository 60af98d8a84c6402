import { EVERYTHING, folded } from '@endcap/contract/core';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const allGroups = () =>
  queryOptions({
    queryKey: ['storeGroups', 'all'],
    queryFn: () => call(storeGroupRoutes.list, { query: EVERYTHING }).then((page) => page.items),
    staleTime: 5 * 60_000,
  });

type StoreGroupPickerProps = {
  label: string;
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string | undefined;
  emptyText: string;
};

/** Chooses store groups by name; the same group twice is once. */
export const StoreGroupPicker = ({ label, value, onChange, error, emptyText }: StoreGroupPickerProps) => {
  const { data = [] } = useQuery(allGroups());
  return (
    <MultiSelect
      label={label}
      data={data.map((group) => ({ value: group._id, label: group.name }))}
      value={value}
      onChange={(ids) => onChange([...new Set(ids)])}
      searchable
      clearable
      hidePickedOptions
      limit={100}
      nothingFoundMessage={emptyText}
      error={error}
      filter={({ options, search, limit }) =>
        options.filter((option) => 'value' in option && folded(String(option.label)).includes(folded(search).trim())).slice(0, limit)
      }
    />
  );
};
