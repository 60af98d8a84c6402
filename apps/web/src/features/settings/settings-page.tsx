import { brandOf, emptySettings, type Settings } from '@endcap/contract/settings';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
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
import { type Section, sectionId, sections, useHeldOpen, useOpenSections } from './open-sections.ts';
import { useSectionLine } from './section-line.ts';
import { AppFields, CodeFields, ServiceFields } from './settings-fields.tsx';
import { addTypedQuestion, nested, isTyped, type SettingsForm, SettingsFormSchema, toSettingsForm } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { TradingDays } from './trading-days.tsx';
import type { SettingsEditor } from './use-setting.ts';

const THE_ONLY = 'settings';

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

/** Links to the sections, with the one in view marked, and to the health of the system. */
const SectionIndex = ({ onFollow }: { onFollow: (section: Section) => void }) => {
  const words = useMessages(settingsMessages);
  const current = useInView(sections.map(sectionId));
  return (
    <nav aria-label={words.index} className={classes.index}>
      {sections.map((section) => (
        <a
          key={section}
          href={`#${sectionId(section)}`}
          onClick={() => onFollow(section)}
          {...(current === sectionId(section) && { 'aria-current': 'location' as const })}
        >
          {words.sections[section]}
        </a>
      ))}
      <LinkAnchor to={paths.system}>{words.system}</LinkAnchor>
    </nav>
  );
};

type SectionProps = { editor: SettingsEditor; of: ReturnType<typeof useOpenSections>; name: Section; isHeld: boolean; children: ReactNode };

/** A section (E-6E): folded, one line says what is set in it. */
const SettingsSection = ({ editor, of: { opened, keepOpen, unfold, fold }, name, isHeld, children }: SectionProps) => {
  const words = useMessages(settingsMessages);
  const state = useSectionLine(editor, name);
  const keep = useEffectEvent(() => keepOpen(name));
  // Keeps the section open after the problem is corrected or the change is saved.
  useEffect(() => {
    if (isHeld) keep();
  }, [isHeld]);
  return (
    <Panel
      id={sectionId(name)}
      title={words.sections[name]}
      className={classes.section}
      folded={isHeld || opened.has(name) ? null : { state, open: words.unfold, onOpen: () => unfold(name) }}
      foldable={isHeld ? null : { fold: words.fold, onFold: () => fold(name) }}
    >
      <div className={classes.fields}>{children}</div>
    </Panel>
  );
};

const fieldsOf: Record<Section, (props: { editor: SettingsEditor }) => ReactNode> = {
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

const Sections = ({ editor, of }: Pick<SectionProps, 'editor' | 'of'>) => {
  const held = useHeldOpen(editor);
  return sections.map((name) => {
    const Fields = fieldsOf[name];
    return (
      <SettingsSection key={name} editor={editor} of={of} name={name} isHeld={held.includes(name)}>
        <Fields editor={editor} />
      </SettingsSection>
    );
  });
};

/** SET-*, LOY-*: one record; Save stays with it. */
export const SettingsPage = () => {
  const words = useMessages(settingsMessages);
  const open = useOpenSections();
  return (
    <EditorPage
      spec={spec}
      id={THE_ONLY}
      title={() => words.title}
      renderIndex={() => <SectionIndex onFollow={open.keepOpen} />}
      renderPreview={(editor) => <SettingsPhone editor={editor} />}
    >
      {(editor) => <Sections editor={editor} of={open} />}
    </EditorPage>
  );
};
