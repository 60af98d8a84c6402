import { contentFields } from '@endcap/contract/content';
import { folded } from '@endcap/contract/core';
import { useQuery } from '@tanstack/react-query';
import { useValue } from '../../../form/form-store.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { stateOf } from '../../../ui/pick-item.ts';
import { PickList } from '../../../ui/pick-list.tsx';
import { StoreGroupPicker } from '../../store-groups/index.ts';
import { StorePicker } from '../../stores/index.ts';
import { content } from '../content.queries.ts';
import type { ListField as ListFieldName } from './content-form.ts';
import { type FieldProps, useContentField } from './use-content-field.ts';

/** Few types have it. */
const EansField = lazyPart(
  () => import('./eans-field.tsx'),
  (module) => module.EansField,
);

type SegmentsInputProps = {
  label: string;
  value: readonly string[];
  onChange: (names: string[]) => void;
  error: string | undefined;
};

const SegmentsInput = ({ label, value, onChange, error }: SegmentsInputProps) => {
  const { data = [], status } = useQuery(content.segments());
  // A segment that no longer exists stays visible by its name and can be taken out (CONT-SEG-06).
  const gone = value.filter((name) => !data.some((segment) => segment.name === name)).map((name) => ({ name }));
  const items = [...data, ...(status === 'pending' ? [] : gone)].map(({ name }) => ({
    id: name,
    label: name,
    number: null,
    search: folded(name),
  }));
  return <PickList label={label} items={items} state={stateOf(status)} value={value} onChange={onChange} deletedLabel="" error={error} />;
};

const pickers = { segments: SegmentsInput, stores: StorePicker, groups: StoreGroupPicker };

/** A field that the form holds as a list. */
export const ListField = ({ field, editor }: FieldProps<ListFieldName>) => {
  const { label, error, value, change } = useContentField({ field, editor });
  const { input } = contentFields[field];
  const typed = useValue(editor, 'typedEans');
  if (input === 'eans')
    return (
      <EansField
        label={label}
        value={value}
        onChange={change}
        typed={typed}
        onType={(typedEans) => editor.change({ typedEans })}
        error={error}
      />
    );
  const Picker = pickers[input];
  return <Picker label={label} value={value} onChange={change} error={error} />;
};
