import { Checkbox } from '@mantine/core';
import { useMessages } from '../../lib/language.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { type SettingsEditor, useSetting } from './use-setting.ts';

const Above = ({ editor }: { editor: SettingsEditor }) => {
  const { approval: words } = useMessages(settingsMessages);
  const { onChange, ...above } = useSetting(editor, 'sending.approvalAbove');
  return <TextLine {...above} className={classes.wide} inputMode="numeric" description={words.aboveHint} onText={onChange} />;
};

/** CARE-04: whether another administrator approves sends, and which. */
export const ApprovalFields = ({ editor }: { editor: SettingsEditor }) => {
  const { approval: words } = useMessages(settingsMessages);
  const { value, onChange, ...approval } = useSetting(editor, 'sending.approval');
  return (
    <>
      <Checkbox
        {...approval}
        className={classes.wide}
        description={words.hint}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {/* A number that is wrong has to be seen, whatever it is for. */}
      {(value || editor.problems['sending.approvalAbove']) && <Above editor={editor} />}
    </>
  );
};
