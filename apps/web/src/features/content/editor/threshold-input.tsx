import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useValue } from '../../../form/form-store.ts';
import { useEntity } from '../../../frames/editor-spec.ts';
import { catalogue, useLanguage, useMessages } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import type { ContentEditor } from './content-form.ts';

const thresholdMessages = catalogue(
  { amount: (zlotys: string) => `${zlotys} zł`, unlisted: (id: string) => `${id} (nie ma na liście)` },
  { amount: (zlotys) => `PLN ${zlotys}`, unlisted: (id) => `${id} (not in the list)` },
);

type ThresholdInputProps = { label: string; editor: ContentEditor; error: string | undefined };

/** One of the chain's thresholds, or none. */
export const ThresholdInput = ({ label, editor, error }: ThresholdInputProps) => {
  const { none } = useMessages(contentMessages);
  const words = useMessages(thresholdMessages);
  const money = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { data = [], isPending } = useQuery(content.thresholds());
  const value = useValue(editor, 'promoThresholdId');
  const entity = useEntity(editor);
  // Show the stored threshold even if the list lacks it (CONT-THR-06).
  const stored =
    entity?.promoThresholdId === value && entity.promoThreshold !== null ? [{ _id: value, threshold: entity.promoThreshold }] : [];
  const options = data.some(({ _id }) => _id === value) || value === '' ? data : [...data, ...stored];
  // A copy of an item with a deleted threshold must not look as if it had none.
  const isUnlisted = value !== '' && options.every(({ _id }) => _id !== value);
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      onChange={(event) => editor.change({ promoThresholdId: event.currentTarget.value })}
      data={[
        { value: '', label: none },
        ...options.map(({ _id, threshold }) => ({ value: _id, label: words.amount(money.format(threshold)) })),
        ...(isUnlisted ? [{ value, label: isPending ? '' : words.unlisted(value) }] : []),
      ]}
    />
  );
};
