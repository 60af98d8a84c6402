import { brandOf, emptySettings, type Settings } from '@endcap/contract/settings';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { EditorPage } from '../../frames/editor-page.tsx';
import type { EditorSpec } from '../../frames/editor-spec.ts';
import { callTagged } from '../../lib/api.ts';
import { tellBrand } from '../../lib/brand.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { TestPhones } from '../devices/index.ts';
import { SendingFields } from './sending-fields.tsx';
import { SettingsPhone } from './settings-phone.tsx';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { Campaign } from './campaign.tsx';
import { ApprovalFields } from './approval-fields.tsx';
import { AppFields, CodeFields, ServiceFields } from './settings-fields.tsx';
import { addTypedQuestion, nested, isTyped, type SettingsForm, SettingsFormSchema, toSettingsForm } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { TradingDays } from './trading-days.tsx';

const THE_ONLY = 'settings';
const sections = ['app', 'code', 'services', 'sending', 'trading', 'campaign', 'testPhones'] as const;

const spec: EditorSpec<SettingsForm, Settings, z.output<typeof SettingsFormSchema>> = {
  kind: 'settings',
  read: () => callTagged('GET /api/v1/settings-editor', {}),
  create: () => Promise.reject(new Error('There is one record of settings')),
  change: async (_id, patch, ifMatch) => {
    const saved = await callTagged('POST /api/v1/settings-editor', { body: nested(patch) }, { ifMatch });
    tellBrand(brandOf(saved.value));
    return saved;
  },
  changed: async () => {},
  empty: () => {
    throw new Error('There is one record of settings');
  },
  blank: emptySettings,
  reads: (field, language) =>
    field === 'trading.exceptions'
      ? settingsMessages[language].trading.kinds
      : field === 'appLogo' || field === 'loyalty.mainBanner'
        ? 'file'
        : undefined,
  toForm: toSettingsForm,
  schema: SettingsFormSchema,
  addTyped: addTypedQuestion,
  inApp: (draft) => ({ kind: 'settings', draft: nested(draft) }),
  label: (field, language) => settingsMessages[language].fields[isTyped(field) ? 'loyalty.questions' : field],
};

/** Where the sections are, and which is being read; and the way to what else administrators look after. */
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
      <LinkAnchor to={paths.system}>{words.system}</LinkAnchor>
    </nav>
  );
};

const Section = ({ name, children }: { name: (typeof sections)[number]; children: ReactNode }) => {
  const words = useMessages(settingsMessages);
  return (
    <Panel id={`section-${name}`} title={words.sections[name]} className={classes.section}>
      <div className={classes.fields}>{children}</div>
    </Panel>
  );
};

/** SET-*, LOY-*: one record; Save stays with it. */
export const SettingsPage = () => {
  const words = useMessages(settingsMessages);
  return (
    <EditorPage
      spec={spec}
      id={THE_ONLY}
      title={() => words.title}
      renderPreview={(editor) => <SettingsPhone editor={editor} />}
      renderAside={() => <SectionIndex />}
    >
      {(editor) => (
        <>
          <Section name="app">
            <AppFields editor={editor} />
          </Section>
          <Section name="code">
            <CodeFields editor={editor} />
          </Section>
          <Section name="services">
            <ServiceFields editor={editor} />
          </Section>
          <Section name="sending">
            <SendingFields editor={editor} />
            <ApprovalFields editor={editor} />
          </Section>
          <Section name="trading">
            <TradingDays editor={editor} />
          </Section>
          <Section name="campaign">
            <Campaign editor={editor} />
          </Section>
          {/* The last: they come by an answer of their own, and nothing that is being edited is to move then. */}
          <Section name="testPhones">
            <div className={classes.wide}>
              <TestPhones />
            </div>
          </Section>
        </>
      )}
    </EditorPage>
  );
};
