import { MARKDOWN_MAX_LENGTH } from '@endcap/contract/markdown';
import { type Settings, settingsRoutes } from '@endcap/contract/settings';
import { Checkbox, Fieldset, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Fieldset.css';
import '@mantine/core/styles/InlineInput.css';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { EditorPage } from '../../frames/editor-page.tsx';
import type { Editor, EditorSpec } from '../../frames/editor-spec.ts';
import { codeMessages, codeWord } from '../../frames/code.messages.ts';
import { callTagged } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { MarkdownField } from '../../ui/markdown-field.tsx';
import { UploadField } from '../../ui/upload-field.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { VersionField } from '../../ui/version-field.tsx';
import { ContentLinkDialog } from '../content/index.ts';
import { Campaign } from './campaign.tsx';
import { addTypedQuestion, nested, isTyped, type SettingsForm, SettingsFormSchema, toSettingsForm } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';

const THE_ONLY = 'settings';
const sections = ['app', 'code', 'services', 'campaign'] as const;

const spec: EditorSpec<SettingsForm, Settings, z.output<typeof SettingsFormSchema>> = {
  kind: 'settings',
  read: () => callTagged(settingsRoutes.read, {}),
  create: () => Promise.reject(new Error('There is one record of settings')),
  change: (_id, patch, ifMatch) => callTagged(settingsRoutes.save, { body: nested(patch) }, { ifMatch }),
  changed: async () => {},
  empty: () => {
    throw new Error('There is one record of settings');
  },
  toForm: toSettingsForm,
  schema: SettingsFormSchema,
  addTyped: addTypedQuestion,
  label: (field, language) => settingsMessages[language].fields[isTyped(field) ? 'loyalty.questions' : field],
};

/** Where the sections are, and which is being read. */
const SectionIndex = () => {
  const words = useMessages(settingsMessages);
  const current = useInView(sections.map((section) => `section-${section}`));
  return (
    <nav aria-label={words.index} className={classes.index}>
      {sections.map((section) => (
        <a key={section} href={`#section-${section}`} {...(current === `section-${section}` && { 'aria-current': 'location' as const })}>
          {words.sections[section]}
        </a>
      ))}
    </nav>
  );
};

const Section = ({ name, children }: { name: (typeof sections)[number]; children: ReactNode }) => {
  const words = useMessages(settingsMessages);
  return (
    <Fieldset id={`section-${name}`} legend={words.sections[name]} className={classes.section ?? ''}>
      <div className={classes.fields}>{children}</div>
    </Fieldset>
  );
};

const Fields = ({ editor }: { editor: Editor<SettingsForm, Settings> }) => {
  const words = useMessages(settingsMessages);
  const codes = useMessages(codeMessages);
  const { form, change, problemOf, onBusy } = editor;
  const text = (field: 'signatureValid' | 'signatureFuture' | 'ecommerce.domain' | 'game.url', description?: string) => (
    <TextInput
      label={words.fields[field]}
      description={description}
      value={form[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      error={codeWord(codes, problemOf(field))}
    />
  );
  const flag = (field: 'phoneVerificationEnforcement' | 'assistant.enabled') => (
    <Checkbox
      label={words.fields[field]}
      checked={form[field]}
      onChange={(event) => change({ [field]: event.currentTarget.checked })}
      error={codeWord(codes, problemOf(field))}
    />
  );
  return (
    <>
      <Section name="app">
        <UploadField
          label={words.fields.appLogo}
          kind="image"
          value={form.appLogo || null}
          onChange={(reference) => change({ appLogo: reference ?? '' })}
          onBusy={onBusy}
          error={codeWord(codes, problemOf('appLogo'))}
        />
        {flag('phoneVerificationEnforcement')}
        {text('signatureValid', words.signatureHint)}
        {text('signatureFuture', words.signatureHint)}
      </Section>
      <Section name="code">
        <VersionField
          label={words.fields.hideClientCodeVersion}
          description={words.neverHidden}
          value={form.hideClientCodeVersion}
          onChange={(hideClientCodeVersion) => change({ hideClientCodeVersion })}
          error={codeWord(codes, problemOf('hideClientCodeVersion'))}
        />
        <MarkdownField
          label={words.fields.hideClientCodeText}
          maxLength={MARKDOWN_MAX_LENGTH}
          value={form.hideClientCodeText}
          onChange={(hideClientCodeText) => change({ hideClientCodeText })}
          error={codeWord(codes, problemOf('hideClientCodeText'))}
          renderLinkDialog={(dialog) => <ContentLinkDialog {...dialog} />}
        />
      </Section>
      <Section name="services">
        {flag('assistant.enabled')}
        {text('ecommerce.domain')}
        {text('game.url')}
        <Textarea
          className={classes.wide ?? ''}
          classNames={{ input: classes.script ?? '' }}
          label={words.fields['game.script']}
          description={words.scriptHint}
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          value={form['game.script']}
          onChange={(event) => change({ 'game.script': event.currentTarget.value })}
          error={codeWord(codes, problemOf('game.script'))}
        />
      </Section>
      <Section name="campaign">
        <Campaign editor={editor} />
      </Section>
    </>
  );
};

/** SET-*, LOY-*: one record; Save stays with it. */
export const SettingsPage = () => {
  const words = useMessages(settingsMessages);
  return (
    <EditorPage spec={spec} id={THE_ONLY} title={() => words.title} renderAside={() => <SectionIndex />}>
      {(editor) => <Fields editor={editor} />}
    </EditorPage>
  );
};
