import { type Content, contentFieldSpecs, namesAFile, requiresField } from '@endcap/contract/content';
import type { Editor } from '../../../frames/editor-spec.ts';
import { useCodeWord } from '../../../frames/use-code-word.ts';
import { partOf } from '../../../frames/merge.ts';
import { useMessages } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import { type ContentForm, type FormField, typeOf, withConsequences } from './content-form.ts';
import { unsaved, useFilled } from './filled.ts';

export type FieldProps<Field extends FormField> = { field: Field; editor: Editor<ContentForm, Content> };

/** What an input of any kind needs: name, problem, value, and a change with its consequences. */
export const useContentField = <Field extends FormField>({ field, editor }: FieldProps<Field>) => {
  const words = useMessages(contentMessages);
  const codeWord = useCodeWord();
  const { filled: all, onFill } = useFilled();
  const filled = unsaved(all, editor.entity);
  const value = editor.form[field];
  return {
    label: words.fields[field],
    error: codeWord(editor.problemOf(field) ?? editor.problemOf(`${field}.0`), contentFieldSpecs[field].rule),
    required: requiresField(typeOf(editor.form), field) || namesAFile(editor.form, field),
    value,
    isFilled: filled[field] !== undefined && filled[field] === value,
    change: (next: ContentForm[Field]): void => {
      const part = withConsequences(editor.now(), partOf<ContentForm, Field>(field, next), filled);
      const { [field]: _, ...others }: Partial<ContentForm> = part;
      onFill(others, field);
      editor.change(part);
    },
  };
};
