import type { Settings } from '@endcap/contract/settings';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import type { Editor } from '../../frames/editor-spec.ts';
import { useProblem, useValue } from '../../form/form-store.ts';
import { partOf } from '../../form/merge.ts';
import { useMessages } from '../../lib/language.tsx';
import { type SettingsForm, SettingsFormSchema, type TypedField } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';

export type SettingsEditor = Editor<SettingsForm, Settings>;
type SettingField = Exclude<keyof SettingsForm, TypedField>;

/** What an input of any kind needs: name, value, change and problem. */
export const useSetting = <Field extends SettingField>(editor: SettingsEditor, field: Field) => {
  const words = useMessages(settingsMessages);
  const codeWord = useCodeWord();
  return {
    label: words.fields[field],
    value: useValue(editor, field),
    onChange: (value: SettingsForm[Field]): void => editor.change(partOf<SettingsForm, Field>(field, value)),
    error: codeWord(useProblem(editor, field), SettingsFormSchema.shape[field]),
  };
};
