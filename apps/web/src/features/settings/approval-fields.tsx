import { Alert, Button, Checkbox } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useValue } from '../../form/form-store.ts';
import { useEntity } from '../../frames/editor-spec.ts';
import { usePerson } from '../../lib/session.ts';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { thresholdText } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { type SettingsEditor, useSetting } from './use-setting.ts';

const Above = ({ editor }: { editor: SettingsEditor }) => {
  const { approval: words } = useMessages(settingsMessages);
  const { onChange, ...above } = useSetting(editor, 'sending.approvalAbove');
  return <TextLine {...above} className={classes.wide} inputMode="numeric" description={words.aboveHint} onText={onChange} />;
};

/**
 * A pending change that requires fewer approvals, until it takes effect. Another administrator may save the same, anybody may withdraw
 * it (E-04).
 */
const Later = ({ editor }: { editor: SettingsEditor }) => {
  const { approval: words } = useMessages(settingsMessages);
  const language = useLanguage();
  const { id } = usePerson();
  const what = useValue(editor, 'sending.approvalLater');
  const later = useEntity(editor)?.sending.approvalLater;
  if (!later || what === '') return null;
  const agree = (): void =>
    editor.change({
      'sending.approval': later.approval,
      'sending.approvalAbove': thresholdText(later.approvalAbove, language),
      ...(later.safetyMessages !== undefined && { 'sending.safetyMessages': later.safetyMessages }),
    });
  return (
    <Alert color="yellow" variant="light" className={classes.wide} title={words.later(what)} role="status" data-testid="approval-later">
      <p className={classes.about}>{words.laterHint}</p>
      <div className={classes.tools}>
        {later.askedBy !== id && (
          <Button variant="default" onClick={agree}>
            {words.agree}
          </Button>
        )}
        <Button variant="default" onClick={() => editor.change({ 'sending.approvalLater': '' })}>
          {words.withdraw}
        </Button>
      </div>
    </Alert>
  );
};

/** Settings of the approval of sends by another administrator (CARE-04). */
export const ApprovalFields = ({ editor }: { editor: SettingsEditor }) => {
  const { approval: words } = useMessages(settingsMessages);
  const { value, onChange, ...approval } = useSetting(editor, 'sending.approval');
  const isAboveWrong = useSelector(editor.problems, (problems) => 'sending.approvalAbove' in problems);
  return (
    <>
      <Checkbox
        {...approval}
        className={classes.wide}
        description={words.hint}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {/* An invalid number stays visible even while approval is off. */}
      {(value || isAboveWrong) && <Above editor={editor} />}
      <Later editor={editor} />
    </>
  );
};
