import { WEEKLY_LIMIT_MAX } from '@endcap/contract/settings';
import { Checkbox, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { SendingSwitch } from '../../plugin-hooks.ts';
import { sendingSwitches } from '../../plugins.ts';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { ApprovalFields } from './approval-fields.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { type SettingsEditor, useSetting } from './use-setting.ts';

const limits = Array.from({ length: WEEKLY_LIMIT_MAX }, (_, n) => n + 1);

type TimeProps = { editor: SettingsEditor; field: 'sending.quietFrom' | 'sending.quietUntil'; description: string };
const TimeField = ({ editor, field, description }: TimeProps) => {
  const { onChange, ...time } = useSetting(editor, field);
  return <TextLine {...time} description={description} inputMode="numeric" autoComplete="off" onText={onChange} />;
};

const SafetyField = ({ editor, description }: Omit<TimeProps, 'field'>) => {
  const { value, onChange, ...safety } = useSetting(editor, 'sending.safetyMessages');
  return <Checkbox {...safety} description={description} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />;
};

/** Weekly limit, quiet hours, and safety messages, which are exempt from both (CARE-02, CARE-03, CARE-05). */
const Bounds = ({ editor }: { editor: SettingsEditor }) => {
  const { sending: words } = useMessages(settingsMessages);
  const { onChange, ...limit } = useSetting(editor, 'sending.weeklyLimit');
  return (
    <>
      <NativeSelect
        {...limit}
        className={classes.wide}
        description={words.limitHint}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: words.noLimit }, ...limits.map((most) => ({ value: String(most), label: words.atMost(most) }))]}
      />
      <TimeField editor={editor} field="sending.quietFrom" description={words.quietFromHint} />
      <TimeField editor={editor} field="sending.quietUntil" description={words.quietUntilHint} />
      <SafetyField editor={editor} description={words.safetyHint} />
    </>
  );
};

/** A switch of a plugin, as wide as the section. */
const Switch = ({ editor, field, words }: { editor: SettingsEditor } & SendingSwitch) => {
  const { value, onChange, ...flag } = useSetting(editor, field);
  return (
    <Checkbox
      {...flag}
      className={classes.wide}
      description={words[useLanguage()].hint}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
};

/** Settings that restrict sends. All are off by default. */
export const SendingFields = ({ editor }: { editor: SettingsEditor }) => (
  <>
    <Bounds editor={editor} />
    {sendingSwitches.map((one) => (
      <Switch key={one.field} editor={editor} {...one} />
    ))}
    <ApprovalFields editor={editor} />
  </>
);
