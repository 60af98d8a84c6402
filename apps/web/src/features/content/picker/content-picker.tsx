import { folded } from '@endcap/contract/core';
import { CloseButton, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { optionsFilter } from '../../../lib/search.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';

const SHOWN_AT_ONCE = 50;

type ContentPickerProps = {
  label: string;
  description?: string;
  /** Id of the chosen item. */
  value: string | null;
  onChange: (picked: { id: string; title: string } | null) => void;
};

/** Chooses one of the items that are published now, by any words of title, name or type (NOTIF-FORM-44, A-76). */
export const ContentPicker = ({ label, description, value, onChange }: ContentPickerProps) => {
  const words = useMessages(contentMessages);
  const { data = [], status, refetch } = useQuery(content.published());
  const byId = useMemo(() => new Map(data.map((item) => [item._id, item])), [data]);
  const filter = useMemo(
    () =>
      optionsFilter(
        new Map(data.map((item) => [item._id, folded(`${item.title ?? ''} ${item.name ?? ''} ${words.types[item.contentType]}`)])),
      ),
    [data, words],
  );
  const titleOf = (id: string): string => byId.get(id)?.title ?? byId.get(id)?.name ?? id;
  return (
    <Select
      label={label}
      description={description}
      placeholder={status === 'pending' ? words.pickerLoading : words.pickerHint}
      error={status === 'error' ? words.pickerFailed : undefined}
      onFocus={() => status === 'error' && void refetch()}
      data={data.map(({ _id }) => ({ value: _id, label: titleOf(_id) }))}
      // A link that was typed may lead to an item that is not published now.
      value={value !== null && byId.has(value) ? value : null}
      onChange={(id) => onChange(id === null ? null : { id, title: titleOf(id) })}
      searchable
      {...(value !== null &&
        byId.has(value) && {
          rightSection: <CloseButton size="sm" aria-label={words.clearPicked} onClick={() => onChange(null)} />,
          rightSectionPointerEvents: 'all' as const,
        })}
      nothingFoundMessage={words.nothingPublished}
      limit={SHOWN_AT_ONCE}
      maxDropdownHeight={360}
      filter={filter}
      renderOption={({ option }) => {
        const item = byId.get(option.value);
        return (
          <div>
            <div>{option.label}</div>
            {item && (
              <Text size="xs" c="dimmed">
                {words.types[item.contentType]} · {item.name}
              </Text>
            )}
          </div>
        );
      }}
    />
  );
};
