import { type Content, contentFieldSpecs, namesAFile, requiresField } from '@endcap/contract/content';
import { useSelector } from '@tanstack/react-store';
import { useValue } from '../../../form/form-store.ts';
import { partOf } from '../../../form/merge.ts';
import { type Editor, useEntity } from '../../../frames/editor-spec.ts';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { useMessages } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import { type ContentForm, type FormField, typeOf, withConsequences } from './content-form.ts';
import { unsaved, useFilled } from './filled.ts';

export type ContentEditor = Editor<ContentForm, Content>;
export type FieldProps<Field extends FormField> = { field: Field; editor: ContentEditor };

/** What an input of any kind needs: name, problem, value, and a change with its consequences. */
export const useContentField = <Field extends FormField>({ field, editor }: FieldProps<Field>) => {
  const words = useMessages(contentMessages);
  const codeWord = useCodeWord();
  const { filled: all, onFill } = useFilled();
  const filled = unsaved(all, useEntity(editor));
  const value = useValue(editor, field);
  const problem = useSelector(editor.shown, (shown) => (shown[field] ?? shown[`${field}.0`])?.[0]);
  return {
    label: words.fields[field],
    error: codeWord(problem, contentFieldSpecs[field].rule),
    required: useSelector(editor.values, (form) => requiresField(typeOf(form), field) || namesAFile(form, field)),
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
