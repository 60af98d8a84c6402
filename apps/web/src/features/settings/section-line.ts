import { noBrand } from '@endcap/contract/session';
import { useValues } from '../../form/form-store.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import type { Section } from './open-sections.ts';
import type { SettingsForm } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import { amountOf } from './thresholds.tsx';
import type { SettingsEditor } from './use-setting.ts';

type Words = ReturnType<typeof useMessages<typeof settingsMessages.pl>>;
type Format = ReturnType<typeof useFormat>;
type Parts = readonly (string | false)[];

const count = <Item>(list: readonly Item[], word: (many: number) => string): string | false => list.length > 0 && word(list.length);

const or = (parts: Parts, nothing: string): Parts => (parts.some(Boolean) ? parts : [nothing]);

const isDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day);

const lines: Record<Section, (form: SettingsForm, words: Words, format: Format) => Parts> = {
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
  sending: (form, { set, approval }) =>
    or(
      [
        form['sending.approvalLater'] !== '' && approval.later(form['sending.approvalLater']),
        form['sending.weeklyLimit'] !== '' && set.weekly(Number(form['sending.weeklyLimit'])),
        form['sending.quietFrom'].trim() !== '' && set.quiet(form['sending.quietFrom'].trim(), form['sending.quietUntil'].trim()),
        form['sending.approval'] && set.approval(form['sending.approvalAbove'].trim()),
        form['sending.safetyMessages'] && set.safety,
        form['sending.refuseKeptDays'] && set.kept,
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
  return useValues(editor, (form) => lines[section](form, words, format).filter(Boolean).join(' · '));
};
