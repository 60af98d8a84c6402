import {
  type Content,
  type ContentField,
  contentFields,
  hasField,
  isChoiceField,
  namesAFile,
  requiresField,
} from '@endcap/contract/content';
import { folded } from '@endcap/contract/core';
import { MARKDOWN_MAX_LENGTH } from '@endcap/contract/markdown';
import { Alert, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Editor } from '../../../frames/editor-spec.ts';
import { codeWord, frameMessages } from '../../../frames/frame.messages.ts';
import { useLanguage, useMessages } from '../../../lib/language.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { MarkdownField } from '../../../ui/markdown-field.tsx';
import { stateOf } from '../../../ui/pick-item.ts';
import { PickList } from '../../../ui/pick-list.tsx';
import { VersionField } from '../../../ui/version-field.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { StoreGroupPicker } from '../../store-groups/index.ts';
import { StorePicker } from '../../stores/index.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import { ContentLinkDialog } from '../picker/content-link-dialog.tsx';
import { ChoiceInput } from './choice-field.tsx';
import classes from './content-editor.module.css';
import { type ContentForm, droppedFields, typeOf, withConsequences } from './content-form.ts';
import { EansField } from './eans-field.tsx';
import { useFilled } from './filled.ts';

type FieldProps = { field: ContentField; editor: Editor<ContentForm, Content> };

const SegmentsInput = ({
  label,
  value,
  onChange,
  error,
}: {
  label: string;
  value: readonly string[];
  onChange: (names: string[]) => void;
  error: string | undefined;
}) => {
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

const ThresholdInput = ({ label, editor, error }: { label: string; editor: Editor<ContentForm, Content>; error: string | undefined }) => {
  const words = useMessages(contentMessages);
  const money = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { data = [] } = useQuery(content.thresholds());
  const value = String(editor.form['promoThresholdId']);
  // CONT-THR-06: the stored one is shown also when the list lacks it.
  const stored =
    editor.entity?.promoThresholdId === value && editor.entity.promoThreshold !== null
      ? [{ _id: value, threshold: editor.entity.promoThreshold }]
      : [];
  const options = data.some(({ _id }) => _id === value) || value === '' ? data : [...data, ...stored];
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      onChange={(event) => editor.change({ promoThresholdId: event.currentTarget.value })}
      data={[
        { value: '', label: words.none },
        ...options.map(({ _id, threshold }) => ({ value: _id, label: words.threshold(money.format(threshold)) })),
      ]}
    />
  );
};

const pickers = { segments: SegmentsInput, stores: StorePicker, groups: StoreGroupPicker };

/** The choice of the type, with what it costs (A-96, ux 12). */
const TypeChoice = ({ form, children }: { form: ContentForm; children: ReactElement }) => {
  const words = useMessages(contentMessages);
  const dropped = droppedFields(form);
  return (
    <div className={classes.wide}>
      {children}
      {dropped.length > 0 && (
        <Alert color="yellow" variant="light" role="status" mt="sm">
          {words.dropped(dropped.map((one) => words.fields[one]).join(', '))}
        </Alert>
      )}
    </div>
  );
};

/** One field of the editor, as its kind wants it. */
export const ContentFieldInput = ({ field, editor }: FieldProps): ReactElement | null => {
  const words = useMessages(contentMessages);
  const { codes } = useMessages(frameMessages);
  const type = typeOf(editor.form);
  const label = words.fields[field];
  const error = codeWord(codes, editor.problemOf(field) ?? editor.problemOf(`${field}.0`));
  const required = requiresField(type, field) || namesAFile(editor.form, field);
  const value = editor.form[field];
  const text = typeof value === 'string' ? value : '';
  const list = Array.isArray(value) ? value : [];
  const { filled, onFill } = useFilled();
  const isFilled = filled[field] !== undefined && filled[field] === value;
  const change = (next: string | boolean | string[]): void => {
    const part = withConsequences(editor.form, { [field]: next }, filled);
    const { [field]: _, ...others } = part;
    onFill(others, field);
    editor.change(part);
  };
  if (isChoiceField(field)) {
    const choice = (
      <ChoiceInput
        field={field}
        label={label}
        value={text}
        onChange={change}
        error={error}
        required={required}
        disabled={!hasField(type, field)}
      />
    );
    return field === 'contentType' ? <TypeChoice form={editor.form}>{choice}</TypeChoice> : choice;
  }
  const { input } = contentFields[field];
  switch (input) {
    case 'flag':
      return <Checkbox label={label} checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />;
    case 'markdown':
      return (
        <MarkdownField
          label={label}
          required={required}
          maxLength={MARKDOWN_MAX_LENGTH}
          value={text}
          onChange={change}
          error={error}
          renderLinkDialog={(dialog) => <ContentLinkDialog {...dialog} />}
        />
      );
    case 'image':
    case 'file':
      return (
        <UploadField
          label={label}
          kind={input}
          required={required}
          value={text || null}
          onChange={(reference) => change(reference ?? '')}
          onBusy={editor.onBusy}
          error={error}
        />
      );
    case 'instant':
      return (
        <DateField
          kind="minute"
          label={label}
          description={isFilled ? `${words.warsaw} · ${words.filled}` : words.warsaw}
          required={required}
          value={text}
          onChange={change}
          error={error}
        />
      );
    case 'threshold':
      return <ThresholdInput label={label} editor={editor} error={error} />;
    case 'eans':
      return (
        <EansField
          label={label}
          value={list}
          onChange={change}
          typed={editor.form.typedEans}
          onType={(typedEans) => editor.change({ typedEans })}
          error={error ?? codeWord(codes, editor.problemOf('typedEans'))}
        />
      );
    case 'segments':
    case 'stores':
    case 'groups': {
      const Picker = pickers[input];
      return <Picker label={label} value={list} onChange={change} error={error} />;
    }
    case 'derived':
      return null;
    case 'version':
      return <VersionField label={label} value={text} onChange={change} error={error} />;
    case 'line':
      return (
        <TextInput
          label={label}
          description={field === 'name' ? words.nameHint : field === 'url' && type === 'youtube' ? words.videoHint : undefined}
          required={required}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          error={error}
        />
      );
  }
};
