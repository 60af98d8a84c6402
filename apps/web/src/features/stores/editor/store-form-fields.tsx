import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { storeTypes } from '@endcap/contract/audience';
import { storeFieldNames, storeFields } from '@endcap/contract/stores';
import { Checkbox, Radio } from '@mantine/core';
import type { ClipboardEvent, ReactNode } from 'react';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { useProblem, useValue } from '../../../form/form-store.ts';
import { partOf } from '../../../form/merge.ts';
import { useLanguage, useMessages } from '../../../lib/language.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { storeMessages } from '../store.messages.ts';
import { HoursFields } from './hours-fields.tsx';
import { readCoordinates } from './read-coordinates.ts';
import classes from './store-editor.module.css';
import { type InputField, isRequired, type StoreEditor, type StoreForm, storeFormFields, storeSections } from './store-form.ts';

type StoreFieldProps = { field: InputField; editor: StoreEditor };
const inputFields = storeFieldNames.filter((field) => field !== 'hoursExceptions');

const FormField = ({ field, editor }: StoreFieldProps) => {
  const words = useMessages(storeMessages);
  const codeWord = useCodeWord();
  const language = useLanguage();
  const spec = storeFormFields[field];
  const common = {
    label: spec.label[language],
    error: codeWord(useProblem(editor, field), storeFields[field].rule),
    className: (spec.wide && classes.wide) ?? '',
  };
  const value = useValue(editor, field);
  if (typeof value === 'boolean')
    return <Checkbox {...common} checked={value} onChange={(event) => editor.change({ [field]: event.currentTarget.checked })} />;
  const change = (next: string): void => editor.change(partOf<StoreForm, typeof field>(field, next));
  if (spec.input === 'storeType')
    return (
      <Radio.Group {...common} required value={value} onChange={change}>
        <div className={classes.radios}>
          {storeTypes.map((type) => (
            <Radio key={type} value={type} label={words.storeTypes[type]} />
          ))}
        </div>
      </Radio.Group>
    );
  const text = {
    ...common,
    required: isRequired(field),
    description: spec.hint?.[language],
    value,
    onText: change,
  };
  const both = (event: ClipboardEvent): void => {
    const found = readCoordinates(event.clipboardData.getData('text'));
    if (!found) return;
    event.preventDefault();
    editor.change(found);
  };
  const isCoordinate = field === 'latitude' || field === 'longitude';
  return (
    <TextLine {...text} {...(spec.input === 'number' && { inputMode: 'decimal' as const })} {...(isCoordinate && { onPaste: both })} />
  );
};

/** The form in its sections. `notes` are shown below their section. */
export const StoreFormFields = ({
  editor,
  notes,
}: {
  editor: StoreEditor;
  notes: Partial<Record<(typeof storeSections)[number], ReactNode>>;
}) => {
  const words = useMessages(storeMessages);
  return storeSections.map((section) => (
    <Panel key={section} title={words.sections[section]}>
      {section === 'hours' ? (
        <HoursFields editor={editor} />
      ) : (
        <div className={classes.fields}>
          {inputFields
            .filter((field) => storeFormFields[field].section === section)
            .map((field) => (
              <FormField key={field} field={field} editor={editor} />
            ))}
        </div>
      )}
      {notes[section]}
    </Panel>
  ));
};
