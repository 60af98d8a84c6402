import { type FieldCodes, fieldCodes } from '@endcap/contract/core';
import { DEFAULT_COLOR, quietHoursProblem, SentQuestion, type Settings, settingsRules } from '@endcap/contract/settings';
import { warsawDay, warsawMinute } from '@endcap/contract/warsaw-time';
import { z } from 'zod';
import type { Entry } from '../../form/merge.ts';
import type { SendingFlag } from '../../plugin-hooks.ts';
import type { Language } from '../../lib/language.tsx';

/** The settings in the form: nested names with dots, lists of entries. */
export type SettingsForm = Record<SendingFlag, boolean> & {
  appName: string;
  appLogo: string;
  signatureValid: string;
  signatureFuture: string;
  withdrawnText: string;
  hideClientCodeVersion: string;
  hideClientCodeText: string;
  phoneVerificationEnforcement: boolean;
  daySheetForStaff: boolean;
  'assistant.enabled': boolean;
  'ecommerce.domain': string;
  'game.url': string;
  'game.script': string;
  'trading.exceptions': Entry[];
  'sending.weeklyLimit': string;
  'sending.approvalAbove': string;
  /** Pending change of approval, in words (E-04). Clearing the text withdraws the change. */
  'sending.approvalLater': string;
  'sending.quietFrom': string;
  'sending.quietUntil': string;
  'loyalty.campaignStart': string;
  'loyalty.mainBanner': string;
  'loyalty.thresholds': Entry[];
  'loyalty.regulations': Entry[];
  'loyalty.questions': Entry[];
  /** A question and answer that were typed but not added. */
  'new.question': string;
  'new.answer': string;
  'new.color': string;
};

export const nothingNew = { 'new.question': '', 'new.answer': '', 'new.color': '' };

/** Fields of the question and answer typed beside the list. */
export type TypedField = keyof typeof nothingNew;
export const isTyped = (field: keyof SettingsForm): field is TypedField => field in nothingNew;

const { assistant, ecommerce, game, trading, sending, loyalty, ...flat } = settingsRules;

type Dotted<Group extends string, Fields> = { [Field in keyof Fields & string as `${Group}.${Field}`]: Fields[Field] };
const dotted = <Group extends string, Fields extends object>(group: Group, fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${group}.${field}`, value])) as Dotted<Group, Fields>;

/** Leaves out rules stored by a newer server, for which this page has no field. */
const supportedRules = (stored: Settings['sending']) =>
  Object.fromEntries(Object.entries(stored).filter(([field]) => Object.hasOwn(sending, field))) as Settings['sending'];

/** Formats a value in the person's language; the contract reads both. Only Polish groups thousands without a decimal sign. */
export const thresholdText = (value: number | null, language: Language): string =>
  value === null ? '' : language === 'pl' ? value.toLocaleString('pl', { useGrouping: 'always' }) : String(value);

/** Describes the pending change of approval and when it takes effect. The history uses the same text. */
const laterText = ({ approvalLater: later, ...now }: Settings['sending'], language: Language): string => {
  if (later === null) return '';
  const { approval, approvalAbove, safetyMessages, from } = later;
  const number = thresholdText(approvalAbove, language);
  const [every, above, none] = {
    pl: ['każda wysyłka', `powyżej ${number} urządzeń`, 'bez zatwierdzania'],
    en: ['every send', `above ${number} devices`, 'no approval'],
  }[language];
  const what = !approval ? none : approvalAbove === null ? every : above;
  const safety = { pl: 'komunikaty bezpieczeństwa', en: 'safety messages' };
  const isOther = approval !== now.approval || approvalAbove !== now.approvalAbove;
  const changes = [...(isOther ? [what] : []), ...(safetyMessages && !now.safetyMessages ? [safety[language]] : [])];
  return [...changes, warsawMinute(from)].join(', ');
};

export const toSettingsForm = (settings: Settings, language: Language): SettingsForm => {
  const { loyalty, sending, trading } = settings;
  return {
    appName: settings.appName ?? '',
    appLogo: settings.appLogo ?? '',
    signatureValid: settings.signatureValid ?? '',
    signatureFuture: settings.signatureFuture ?? '',
    withdrawnText: settings.withdrawnText ?? '',
    hideClientCodeVersion: settings.hideClientCodeVersion,
    hideClientCodeText: settings.hideClientCodeText ?? '',
    phoneVerificationEnforcement: settings.phoneVerificationEnforcement,
    daySheetForStaff: settings.daySheetForStaff,
    'assistant.enabled': settings.assistant.enabled,
    'ecommerce.domain': settings.ecommerce.domain ?? '',
    'game.url': settings.game.url ?? '',
    'game.script': settings.game.script ?? '',
    'trading.exceptions': trading.exceptions.map(({ day, kind, note }) => ({ id: day, day, kind, note: note ?? '' })),
    ...dotted('sending', supportedRules(sending)),
    'sending.weeklyLimit': sending.weeklyLimit === null ? '' : String(sending.weeklyLimit),
    'sending.approvalAbove': thresholdText(sending.approvalAbove, language),
    'sending.approvalLater': laterText(sending, language),
    'sending.quietFrom': sending.quietFrom ?? '',
    'sending.quietUntil': sending.quietUntil ?? '',
    'loyalty.campaignStart': loyalty.campaignStart ? warsawDay(loyalty.campaignStart) : '',
    'loyalty.mainBanner': loyalty.mainBanner ?? '',
    'loyalty.thresholds': loyalty.thresholds.map(({ value }, at) => ({ id: String(at), value: thresholdText(value, language) })),
    'loyalty.regulations': loyalty.regulations.map(({ type, name, file }) => ({ id: type, name: name ?? '', file: file ?? '' })),
    // In one order, however they were stored: the history shows them part by part.
    'loyalty.questions': loyalty.questions.map(({ id, question, answer, color }) => ({ id, question, answer, color })),
    ...nothingNew,
  };
};

const withoutIds = (entries: unknown): unknown =>
  Array.isArray(entries)
    ? entries.map((entry: Entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'id')))
    : entries;

/** Validates the form with the rules of the contract. Problems have the field names of the server. */
export const SettingsFormSchema = z
  .object({
    ...flat,
    ...dotted('assistant', assistant),
    ...dotted('ecommerce', ecommerce),
    ...dotted('game', game),
    ...dotted('trading', trading),
    ...dotted('sending', sending),
    // Only its withdrawal can be sent.
    'sending.approvalLater': z.string().transform(() => null),
    ...dotted('loyalty', loyalty),
    'loyalty.thresholds': z.preprocess(withoutIds, loyalty.thresholds),
    'loyalty.regulations': z.preprocess(withoutIds, loyalty.regulations),
  })
  .superRefine((form, context) => {
    const problem = quietHoursProblem({ quietFrom: form['sending.quietFrom'], quietUntil: form['sending.quietUntil'] });
    if (problem) context.addIssue({ code: 'custom', path: [`sending.${problem[0]}`], message: problem[1] });
  });

/** Turns dotted names back into nested groups. */
export const nested = (patch: Record<string, unknown>): Record<string, unknown> => {
  const plain: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(patch)) {
    const [group = '', field] = name.split('.');
    if (field === undefined) plain[name] = value;
    else groups[group] = { ...groups[group], [field]: value };
  }
  return { ...plain, ...groups };
};

/** Returns a new question with its answer. The id is generated here, so that the pair is unique before it is saved. */
const newQuestion = (question: string, answer: string, color: string): Entry => ({
  id: crypto.randomUUID().replaceAll('-', ''),
  question,
  answer,
  color: color || DEFAULT_COLOR,
});

/** Adds the typed question and answer to the list. One without the other is a problem (D-44). */
export const addTypedQuestion = (form: SettingsForm): { form: SettingsForm; problems: FieldCodes } => {
  const [question, answer] = [form['new.question'], form['new.answer']];
  if (question.trim() === '' && answer.trim() === '') return { form: { ...form, ...nothingNew }, problems: {} };
  const pair = newQuestion(question, answer, form['new.color']);
  const { error } = SentQuestion.safeParse(pair);
  if (error)
    return { form, problems: Object.fromEntries(Object.entries(fieldCodes(error)).map(([field, codes]) => [`new.${field}`, codes])) };
  return { form: { ...form, 'loyalty.questions': [...form['loyalty.questions'], pair], ...nothingNew }, problems: {} };
};

/** Settings fields that the phone shows. */
export const shownFields = [
  'appName',
  'appLogo',
  'signatureValid',
  'signatureFuture',
  'loyalty.campaignStart',
  'loyalty.mainBanner',
  'loyalty.thresholds',
  'loyalty.regulations',
  'loyalty.questions',
] as const;
export type ShownSettings = Pick<SettingsForm, (typeof shownFields)[number]>;
