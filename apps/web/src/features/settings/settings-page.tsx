import { brandOf, emptySettings, type Settings } from '@endcap/contract/settings';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { EditorPage } from '../../frames/editor-page.tsx';
import type { EditorSpec } from '../../frames/editor-spec.ts';
import { Section, useOpenSections } from '../../frames/open-sections.tsx';
import { callTagged } from '../../lib/api.ts';
import { updateBrand } from '../../lib/brand.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { TestPhones } from '../devices/index.ts';
import { SendingFields } from './sending-fields.tsx';
import { SettingsPhone } from './settings-phone.tsx';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { Campaign } from './campaign.tsx';
import { type Section as SectionName, sectionId, sections, usePinnedSections, useSectionLine } from './section-line.ts';
import { AppFields, CodeFields, ServiceFields } from './settings-fields.tsx';
import { addTypedQuestion, nested, isTyped, type SettingsForm, SettingsFormSchema, toSettingsForm } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { TradingDays } from './trading-days.tsx';
import { fieldLabel, type SettingsEditor } from './use-setting.ts';

const THE_ONLY = 'settings';

const spec: EditorSpec<SettingsForm, Settings, z.output<typeof SettingsFormSchema>> = {
  kind: 'settings',
  read: () => callTagged('GET /api/v1/settings-editor', {}),
  create: () => Promise.reject(new Error('There is one record of settings')),
  change: async (_id, patch, ifMatch) => {
    const saved = await callTagged('POST /api/v1/settings-editor', { body: nested(patch) }, { ifMatch });
    updateBrand(brandOf(saved.value));
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
  label: (field, language) => fieldLabel(isTyped(field) ? 'loyalty.questions' : field, language),
};

/** Links to the sections, with the one in view marked, and to the health of the system. */
const SectionIndex = () => {
  const words = useMessages(settingsMessages);
  const current = useInView(sections.map(sectionId));
  return (
    <nav aria-label={words.index} className={classes.index}>
      {sections.map((section) => (
        <a key={section} href={`#${sectionId(section)}`} {...(current === sectionId(section) && { 'aria-current': 'location' as const })}>
          {words.sections[section]}
        </a>
      ))}
      <LinkAnchor to={paths.system}>{words.system}</LinkAnchor>
    </nav>
  );
};

const fieldsOf: Record<SectionName, (props: { editor: SettingsEditor }) => ReactNode> = {
  app: AppFields,
  code: CodeFields,
  services: ServiceFields,
  sending: SendingFields,
  trading: TradingDays,
  campaign: Campaign,
  testPhones: () => (
    <div className={classes.wide}>
      <TestPhones />
    </div>
  ),
};

type SectionProps = { editor: SettingsEditor; of: ReturnType<typeof useOpenSections<SectionName>>; name: SectionName; isHeld: boolean };

const SettingsSection = ({ editor, of, name, isHeld }: SectionProps) => {
  const words = useMessages(settingsMessages);
  const Fields = fieldsOf[name];
  return (
    <Section
      of={of}
      name={name}
      title={words.sections[name]}
      className={classes.section}
      isPinned={isHeld}
      folded={{ state: useSectionLine(editor, name), open: words.unfold }}
      fold={words.fold}
    >
      <div className={classes.fields}>
        <Fields editor={editor} />
      </div>
    </Section>
  );
};

/** The sections of the settings. A folded one shows a summary line (E-6E); unfolding one puts it into the address. */
const Sections = ({ editor }: { editor: SettingsEditor }) => {
  const navigate = useNavigate();
  const pinned = usePinnedSections(editor);
  const of = useOpenSections({
    names: sections,
    idOf: sectionId,
    first: 'app',
    setHash: (hash) =>
      void navigate({ to: paths.settings, search: true, hash, replace: true, resetScroll: false, hashScrollIntoView: false }),
  });
  return sections.map((name) => <SettingsSection key={name} editor={editor} of={of} name={name} isHeld={pinned.includes(name)} />);
};

/** Editor of all settings as one record. Saving stays on the page (SET-*, LOY-*, A-108). */
export const SettingsPage = () => {
  const words = useMessages(settingsMessages);
  return (
    <EditorPage
      spec={spec}
      id={THE_ONLY}
      title={() => words.title}
      renderIndex={() => <SectionIndex />}
      renderPreview={(editor) => <SettingsPhone editor={editor} />}
    >
      {(editor) => <Sections editor={editor} />}
    </EditorPage>
  );
};
