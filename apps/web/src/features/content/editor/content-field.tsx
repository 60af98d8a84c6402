import {
  type ChoiceField as ChoiceFieldName,
  contentFields,
  contentFieldSpecs,
  hasField,
  isChoiceField,
  namesAFile,
  requiresField,
} from '@endcap/contract/content';
import { folded } from '@endcap/contract/core';
import { MARKDOWN_MAX_LENGTH } from '@endcap/contract/markdown';
import { Alert, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { createContext, memo, type ReactElement, use } from 'react';
import { usePart, useValue, useValues } from '../../../form/form-store.ts';
import { partOf } from '../../../form/merge.ts';
import { useEntity } from '../../../frames/editor-spec.ts';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { catalogue, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { MarkdownField } from '../../../ui/markdown-field.tsx';
import { stateOf } from '../../../ui/pick-item.ts';
import { PickList } from '../../../ui/pick-list.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { VersionField } from '../../../ui/version-field.tsx';
import { StoreGroupPicker } from '../../store-groups/index.ts';
import { StorePicker } from '../../stores/index.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import { ContentLinkDialog } from '../picker/late-link-dialog.tsx';
import { ChoiceInput } from './choice-field.tsx';
import classes from './content-editor.module.css';
import {
  type ContentEditor,
  type ContentForm,
  droppedFields,
  type FlagField as FlagFieldName,
  type FormField,
  isFlag,
  isList,
  type ListField as ListFieldName,
  type TextFieldName,
  typeOf,
  unsaved,
  useContentType,
  withConsequences,
} from './content-form.ts';
import { FoldingType } from './folding-type.tsx';

type Filled = {
  /** Values that the form filled in automatically. */
  filled: Partial<ContentForm>;
  /** Records automatic values. `chosen` is the field that the person set, which is no longer filled in automatically. */
  onFill: (part: Partial<ContentForm>, chosen: string) => void;
};

/** Lets a field show that its value was filled in automatically, until a person changes it (ux 14). */
export const FilledContext = createContext<Filled>({ filled: {}, onFill: () => {} });

type FieldProps<Field extends FormField> = { field: Field; editor: ContentEditor };

/** The fields that make another one required. */
const requiredBy = ['contentType', 'regulation1File', 'regulation2File', 'regulation3File'] as const;

/** Label, problem and value of a field, with a `change` that also updates the fields that follow from it. */
export const useContentField = <Field extends FormField>({ field, editor }: FieldProps<Field>) => {
  const words = useMessages(contentMessages);
  const codeWord = useCodeWord();
  const { filled: all, onFill } = use(FilledContext);
  const filled = unsaved(all, useEntity(editor));
  const value = useValue(editor, field);
  const problem = useSelector(editor.shown, (shown) => (shown[field] ?? shown[`${field}.0`])?.[0]);
  return {
    label: words.fields[field],
    error: codeWord(problem, contentFieldSpecs[field].rule),
    required: usePart(editor, requiredBy, (form) => requiresField(typeOf(form), field) || namesAFile(form, field)),
    value,
    isFilled: filled[field] !== undefined && filled[field] === value,
    change: (next: ContentForm[Field]): void => {
      const part = withConsequences(editor.values.get(), partOf<ContentForm, Field>(field, next), filled);
      const { [field]: _, ...others }: Partial<ContentForm> = part;
      onFill(others, field);
      editor.change(part);
    },
  };
};

/** Loaded separately, because only one type has this field. */
const ThresholdInput = lazyPart(
  () => import('./threshold-input.tsx'),
  (module) => module.ThresholdInput,
);

/** The input for a field that is text in the form. */
const TextField = ({ field, editor }: FieldProps<TextFieldName>): ReactElement => {
  const words = useMessages(contentMessages);
  const { value, change, isFilled, label, error, required } = useContentField({ field, editor });
  const isVideo = useContentType(editor) === 'youtube';
  const common = { label, error, required, value };
  const { input } = contentFields[field];
  switch (input) {
    case 'markdown':
      return (
        <MarkdownField
          {...common}
          onChange={change}
          maxLength={MARKDOWN_MAX_LENGTH}
          renderLinkDialog={(dialog) => <ContentLinkDialog {...dialog} />}
        />
      );
    case 'image':
    case 'file':
      return (
        <UploadField
          {...common}
          kind={input}
          value={value || null}
          onChange={(reference) => change(reference ?? '')}
          onBusy={editor.onBusy}
        />
      );
    case 'instant':
      return (
        <DateField
          {...common}
          onChange={change}
          kind="minute"
          use={field.endsWith('End') ? 'end' : 'start'}
          description={isFilled ? `${words.warsaw} · ${words.filled}` : words.warsaw}
        />
      );
    case 'threshold':
      return <ThresholdInput label={label} editor={editor} error={error} />;
    case 'version':
      return <VersionField label={label} value={value} onChange={change} error={error} />;
    case 'line':
      return (
        <TextLine
          {...common}
          description={field === 'name' ? words.nameHint : field === 'url' && isVideo ? words.videoHint : undefined}
          onText={change}
        />
      );
  }
};

/** Loaded separately, because few types have this field. */
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

/** The input for a field that is a list in the form. */
const ListField = ({ field, editor }: FieldProps<ListFieldName>) => {
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

/** Descriptions of flags whose label does not explain their effect. */
const flagMessages = catalogue(
  {
    signatureHidden: 'Aplikacja nie pokaże pod treścią podpisu z Ustawień',
    clickableWhenFuture: 'Klienci otworzą treść, zanim zacznie się jej ważność',
  },
  {
    signatureHidden: 'The app leaves out the caption from Settings',
    clickableWhenFuture: 'Customers can open it before its validity starts',
  },
);

/** The choice of the type, with the fields that saving will empty (A-96, ux 12). */
const TypeChoice = ({ editor, children }: { editor: ContentEditor; children: ReactElement }) => {
  const words = useMessages(contentMessages);
  const dropped = useValues(editor, droppedFields);
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

const ChoiceField = ({ field, editor }: FieldProps<ChoiceFieldName>) => {
  const { label, error, required, value, change } = useContentField({ field, editor });
  const common = { field, label, error, required, value, onChange: change };
  const disabled = !hasField(useContentType(editor), field);
  const choice = <ChoiceInput {...common} disabled={disabled} />;
  if (field !== 'contentType') return choice;
  return (
    <TypeChoice editor={editor}>
      <FoldingType editor={editor} wrong={error !== undefined}>
        {choice}
      </FoldingType>
    </TypeChoice>
  );
};

const FlagField = ({ field, editor }: FieldProps<FlagFieldName>) => {
  const { label, value, change } = useContentField({ field, editor });
  const hints: Partial<Record<FlagFieldName, string>> = useMessages(flagMessages);
  return <Checkbox label={label} description={hints[field]} checked={value} onChange={(event) => change(event.currentTarget.checked)} />;
};

/** The input for any field of the editor. */
export const ContentFieldInput = memo(({ field, editor }: FieldProps<FormField>) => {
  if (isChoiceField(field)) return <ChoiceField field={field} editor={editor} />;
  if (isFlag(field)) return <FlagField field={field} editor={editor} />;
  if (isList(field)) return <ListField field={field} editor={editor} />;
  return <TextField field={field} editor={editor} />;
});
