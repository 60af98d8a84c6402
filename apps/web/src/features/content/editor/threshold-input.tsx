import type { Content } from '@endcap/contract/content';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '../../../frames/editor-spec.ts';
import { useLanguage, useMessages } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import type { ContentForm } from './content-form.ts';

type ThresholdInputProps = { label: string; editor: Editor<ContentForm, Content>; error: string | undefined };

/** One of the chain's thresholds, or none. */
export const ThresholdInput = ({ label, editor, error }: ThresholdInputProps) => {
  const words = useMessages(contentMessages);
  const money = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { data = [], isPending } = useQuery(content.thresholds());
  const value = editor.form.promoThresholdId;
  // CONT-THR-06: the stored one is shown also when the list lacks it.
  const stored =
    editor.entity?.promoThresholdId === value && editor.entity.promoThreshold !== null
      ? [{ _id: value, threshold: editor.entity.promoThreshold }]
      : [];
  const options = data.some(({ _id }) => _id === value) || value === '' ? data : [...data, ...stored];
  // Nor may a copy of an item seem to name none, whose threshold is gone.
  const isUnlisted = value !== '' && options.every(({ _id }) => _id !== value);
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      onChange={(event) => editor.change({ promoThresholdId: event.currentTarget.value })}
      data={[
        { value: '', label: words.none },
        ...options.map(({ _id, threshold }) => ({ value: _id, label: words.threshold(money.format(threshold)) })),
        ...(isUnlisted ? [{ value, label: isPending ? '' : words.unlisted(value) }] : []),
      ]}
    />
  );
};
