import { folded } from '@endcap/contract/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { stateOf } from '../../../ui/pick-item.ts';
import { PickOne } from '../../../ui/pick-one.tsx';
import { pickerMessages } from './picker.messages.ts';
import { publishedContent } from './picker.queries.ts';

type ContentPickerProps = {
  label: string;
  description?: string;
  /** Id of the chosen item. */
  value: string | null;
  onChange: (picked: { id: string; title: string } | null) => void;
  /** True if a dialog puts the initial focus here. */
  takesFocus?: boolean;
};

/** Chooses one of the items that are published now, by any words of title, name or type (NOTIF-FORM-44, A-76). */
export const ContentPicker = ({ label, description, value, onChange, takesFocus = false }: ContentPickerProps) => {
  const words = useMessages(pickerMessages);
  const { other } = useMessages(commonMessages);
  // A large chain has tens of thousands of published items. They are loaded on focus or for a chosen item, not with every form.
  const [looking, setLooking] = useState(false);
  const { data = [], status, isLoading, refetch } = useQuery({ ...publishedContent(), enabled: looking || value !== null });
  const items = useMemo(
    () =>
      data.map(({ _id, title, name, contentType }) => {
        const type = withOther(words.types, contentType, other);
        const [detail, search] = [`${type} · ${name}`, folded(`${title ?? ''} ${name ?? ''} ${type}`)];
        return { id: _id, label: title ?? name ?? _id, detail, number: null, search };
      }),
    [data, words, other],
  );
  const titles = useMemo(() => new Map(items.map((item) => [item.id, item.label])), [items]);
  return (
    <PickOne
      label={label}
      description={description}
      placeholder={isLoading ? words.pickerLoading : words.pickerHint}
      error={status === 'error' ? words.pickerFailed : undefined}
      onFocus={() => {
        setLooking(true);
        if (status === 'error') void refetch();
      }}
      items={items}
      state={stateOf(status)}
      // A typed link may point to an item that is not published now.
      value={value !== null && titles.has(value) ? value : null}
      onChange={(id) => onChange(id === null ? null : { id, title: titles.get(id) ?? id })}
      clearLabel={words.clearPicked}
      nothingFound={words.nothingPublished}
      withinPortal
      {...(takesFocus && { 'data-autofocus': true })}
    />
  );
};
