import { noBrand } from '@endcap/contract/session';
import { createAtom, shallow, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { useValues } from '../../form/form-store.ts';
import { changedFields } from '../../form/merge.ts';
import { sendingSwitches } from '../../plugins.ts';
import { type Language, useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import type { SettingsForm } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import { amountOf } from './thresholds.tsx';
import type { SettingsEditor } from './use-setting.ts';

export const sections = ['app', 'code', 'services', 'sending', 'trading', 'campaign', 'testPhones'] as const;
export type Section = (typeof sections)[number];
export const sectionId = (section: Section): string => `section-${section}`;

const sectionOfGroup: Record<string, Section> = {
  hideClientCodeVersion: 'code',
  hideClientCodeText: 'code',
  daySheetForStaff: 'services',
  assistant: 'services',
  ecommerce: 'services',
  game: 'services',
  sending: 'sending',
  trading: 'trading',
  loyalty: 'campaign',
  new: 'campaign',
};
/** The section in which a field, or an entry of a list, is edited. */
const sectionOf = (field: string): Section => sectionOfGroup[field.split('.')[0] ?? ''] ?? 'app';

/** The sections that stay open because they have an unsaved change or a problem. */
export const usePinnedSections = ({ base, values, shown }: SettingsEditor): readonly Section[] => {
  const [pinned] = useState(() =>
    createAtom((): readonly Section[] => {
      const fields = [...changedFields(base.get().form, values.get()), ...Object.keys(shown.get())];
      const found = new Set(fields.map(sectionOf));
      return sections.filter((section) => found.has(section));
    }),
  );
  return useSelector(pinned, undefined, { compare: shallow });
};

type Words = ReturnType<typeof useMessages<typeof settingsMessages.pl>>;
type Format = ReturnType<typeof useFormat>;
type Parts = readonly (string | false)[];

const count = <Item>(list: readonly Item[], word: (many: number) => string): string | false => list.length > 0 && word(list.length);

const or = (parts: Parts, nothing: string): Parts => (parts.some(Boolean) ? parts : [nothing]);

const isDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day);

const lines: Record<Section, (form: SettingsForm, words: Words, format: Format, language: Language) => Parts> = {
  app: (form, { set }) => [
    form.appName.trim() || noBrand.name,
    form.appLogo === '' ? set.noLogo : set.logo,
    form.phoneVerificationEnforcement && set.verified,
  ],
  code: ({ hideClientCodeVersion: version }, { set }) => [version.trim() === '' ? set.codeShown : set.codeHidden(version.trim())],
  services: (form, { set }) => [
    form['assistant.enabled'] ? set.assistant : set.noAssistant,
    form.daySheetForStaff && set.daySheet,
    form['ecommerce.domain'].trim(),
    form['game.url'].trim() !== '' && set.game,
  ],
  sending: (form, { set, approval }, _format, language) =>
    or(
      [
        form['sending.approvalLater'] !== '' && approval.later(form['sending.approvalLater']),
        form['sending.weeklyLimit'] !== '' && set.weekly(Number(form['sending.weeklyLimit'])),
        form['sending.quietFrom'].trim() !== '' && set.quiet(form['sending.quietFrom'].trim(), form['sending.quietUntil'].trim()),
        form['sending.approval'] && set.approval(form['sending.approvalAbove'].trim()),
        form['sending.safetyMessages'] && set.safety,
        ...sendingSwitches.map(({ field, words }) => form[field] && words[language].line),
      ],
      set.noLimits,
    ),
  trading: (form, { set }) => or([count(form['trading.exceptions'], set.exceptions)], set.byLaw),
  campaign: (form, { set }, { dayAndMonth, number }) => {
    const start = form['loyalty.campaignStart'];
    const thresholds = form['loyalty.thresholds'].flatMap((entry) => amountOf(entry) ?? []);
    const documents = form['loyalty.regulations'].filter(({ file }) => file !== '');
    return or(
      [
        isDay(start) && set.from(`${dayAndMonth(start)} ${start.slice(0, 4)}`),
        thresholds.length > 0 && set.thresholds(thresholds.map(number).join(', ')),
        count(documents, set.documents),
        count(form['loyalty.questions'], set.questions),
      ],
      set.noCampaign,
    );
  },
  testPhones: (_form, { set }) => [set.testPhones],
};

/** The values of a section in one line, for when it is folded (E-6E). */
export const useSectionLine = (editor: SettingsEditor, section: Section): string => {
  const words = useMessages(settingsMessages);
  const format = useFormat();
  const language = useLanguage();
  return useValues(editor, (form) => lines[section](form, words, format, language).filter(Boolean).join(' · '));
};
