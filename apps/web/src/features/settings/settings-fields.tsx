import { MARKDOWN_MAX_LENGTH } from '@endcap/contract/markdown';
import { WITHDRAWN_TEXT } from '@endcap/contract/notifications';
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useValue } from '../../form/form-store.ts';
import { useMessages } from '../../lib/language.tsx';
import { MarkdownField } from '../../ui/markdown-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { UploadField } from '../../ui/upload-field.tsx';
import { VersionField } from '../../ui/version-field.tsx';
import { ContentLinkDialog } from '../content/index.ts';
import { LinkedTexts } from './linked-texts.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { type SettingsEditor, useSetting } from './use-setting.ts';

type FieldsProps = { editor: SettingsEditor };

type TextProps = FieldsProps & {
  field: 'appName' | 'signatureValid' | 'signatureFuture' | 'withdrawnText' | 'ecommerce.domain' | 'game.url';
  description?: string;
};
const TextField = ({ editor, field, description }: TextProps) => {
  const { onChange, ...setting } = useSetting(editor, field);
  return <TextLine {...setting} description={description} onText={onChange} />;
};

const FlagField = ({
  editor,
  field,
}: FieldsProps & { field: 'phoneVerificationEnforcement' | 'daySheetForStaff' | 'assistant.enabled' }) => {
  const { value, onChange, ...setting } = useSetting(editor, field);
  return <Checkbox {...setting} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />;
};

export const ImageField = ({ editor, field }: FieldsProps & { field: 'appLogo' | 'loyalty.mainBanner' }) => {
  const { value, onChange, ...setting } = useSetting(editor, field);
  return (
    <UploadField
      {...setting}
      kind="image"
      value={value || null}
      onChange={(reference) => onChange(reference ?? '')}
      onBusy={editor.onBusy}
    />
  );
};

export const AppFields = ({ editor }: FieldsProps) => {
  const { signatureHint, appNameHint, withdrawnHint } = useMessages(settingsMessages);
  return (
    <>
      <TextField editor={editor} field="appName" description={appNameHint} />
      <ImageField editor={editor} field="appLogo" />
      <FlagField editor={editor} field="phoneVerificationEnforcement" />
      <TextField editor={editor} field="signatureValid" description={signatureHint} />
      <TextField editor={editor} field="signatureFuture" description={signatureHint} />
      <TextField editor={editor} field="withdrawnText" description={withdrawnHint(WITHDRAWN_TEXT)} />
    </>
  );
};

export const CodeFields = ({ editor }: FieldsProps) => {
  const { neverHidden } = useMessages(settingsMessages);
  return (
    <>
      <VersionField {...useSetting(editor, 'hideClientCodeVersion')} description={neverHidden} />
      <MarkdownField
        {...useSetting(editor, 'hideClientCodeText')}
        maxLength={MARKDOWN_MAX_LENGTH}
        renderLinkDialog={(dialog) => <ContentLinkDialog {...dialog} />}
      />
      <LinkedTexts texts={[useValue(editor, 'hideClientCodeText')]} />
    </>
  );
};

export const ServiceFields = ({ editor }: FieldsProps) => {
  const { scriptHint } = useMessages(settingsMessages);
  const { onChange, ...script } = useSetting(editor, 'game.script');
  return (
    <>
      <FlagField editor={editor} field="assistant.enabled" />
      <FlagField editor={editor} field="daySheetForStaff" />
      <TextField editor={editor} field="ecommerce.domain" />
      <TextField editor={editor} field="game.url" />
      <TextArea
        {...script}
        className={classes.wide}
        inputClass={classes.script}
        description={scriptHint}
        minRows={4}
        maxRows={16}
        spellCheck={false}
        onText={onChange}
      />
    </>
  );
};
