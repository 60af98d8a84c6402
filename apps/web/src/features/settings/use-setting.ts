import type { Settings } from '@endcap/contract/settings';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import type { Editor } from '../../frames/editor-spec.ts';
import { useProblem, useValue } from '../../form/form-store.ts';
import { partOf } from '../../form/merge.ts';
import { type PluginFlag, sendingSwitches } from '../../plugins.ts';
import { type Language, useLanguage } from '../../lib/language.tsx';
import { type SettingsForm, SettingsFormSchema, type TypedField } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';

export type SettingsEditor = Editor<SettingsForm, Settings>;
type SettingField = Exclude<keyof SettingsForm, TypedField>;

/** The label of a field. It does not compile while neither the settings nor a plugin have one. */
export const fieldLabel = (field: SettingField, language: Language): string =>
  sendingSwitches.find((one) => one.field === field)?.words[language].label ??
  settingsMessages[language].fields[field as Exclude<SettingField, PluginFlag>];

/** Label, value and problem of a setting, with its `change`. */
export const useSetting = <Field extends SettingField>(editor: SettingsEditor, field: Field) => {
  const language = useLanguage();
  const codeWord = useCodeWord();
  return {
    label: fieldLabel(field, language),
    value: useValue(editor, field),
    onChange: (value: SettingsForm[Field]): void => editor.change(partOf<SettingsForm, Field>(field, value)),
    error: codeWord(useProblem(editor, field), SettingsFormSchema.shape[field]),
  };
};
