import { type ChoiceField as ChoiceFieldName, hasField, isChoiceField } from '@endcap/contract/content';
import { Alert, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { memo, type ReactElement } from 'react';
import { useValues } from '../../../form/form-store.ts';
import { catalogue, useMessages } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import { ChoiceInput } from './choice-field.tsx';
import classes from './content-editor.module.css';
import { droppedFields, type FlagField as FlagFieldName, type FormField, isFlag, isList, typeOf } from './content-form.ts';
import { ListField } from './list-field.tsx';
import { TextField } from './text-field.tsx';
import { type ContentEditor, type FieldProps, useContentField } from './use-content-field.ts';

/** What a flag does that its name does not say. */
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

/** The choice of the type, with what it costs (A-96, ux 12). */
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
  const disabled = useValues(editor, (form) => !hasField(typeOf(form), field));
  const choice = <ChoiceInput {...common} disabled={disabled} />;
  return field === 'contentType' ? <TypeChoice editor={editor}>{choice}</TypeChoice> : choice;
};

const FlagField = ({ field, editor }: FieldProps<FlagFieldName>) => {
  const { label, value, change } = useContentField({ field, editor });
  const hints: Partial<Record<FlagFieldName, string>> = useMessages(flagMessages);
  return <Checkbox label={label} description={hints[field]} checked={value} onChange={(event) => change(event.currentTarget.checked)} />;
};

/** One field of the editor, as its kind wants it. */
export const ContentFieldInput = memo(({ field, editor }: FieldProps<FormField>) => {
  if (isChoiceField(field)) return <ChoiceField field={field} editor={editor} />;
  if (isFlag(field)) return <FlagField field={field} editor={editor} />;
  if (isList(field)) return <ListField field={field} editor={editor} />;
  return <TextField field={field} editor={editor} />;
});
