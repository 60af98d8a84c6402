import {
  type AudienceRule,
  DEFAULT_INCLUDE_STORE_TYPE,
  emptyAudienceRule,
  type IncludeStoreType,
  namesCovered,
} from '@endcap/contract/audience';
import { fieldCodes, type FieldCodes, type FieldProblemCode, withoutInvisible } from '@endcap/contract/core';
import { deepLink, isTarget, readDeepLink } from '@endcap/contract/deep-links';
import {
  type Notification,
  plannedValidityProblem,
  planProblem,
  SendNotification,
  VALID_DAYS,
  validityProblem,
} from '@endcap/contract/notifications';
import { lastDayOf, readInstant, startOfDayAhead, warsawDay } from '@endcap/contract/warsaw-time';
import { sameValue } from '../../../lib/same-value.ts';
import { mergeForms } from '../../../form/merge.ts';
import { dayAfter } from '../last-day.ts';

/** What the form holds; dates as `YYYY-MM-DD`, the image as stored reference, without one empty. */
export type SendForm = {
  title: string;
  content: string;
  url: string;
  image: string;
  /** The day at whose start it ends, as the API takes it; its field shows the last day, the one before (E-61). */
  validUntil: string;
  /** Whether it starts later, and when: an instant, or what was typed for one (PLAN-01). */
  isPlanned: boolean;
  startsAt: string;
  /** CARE-05: it keeps people safe, and starts now. */
  safety: boolean;
  includeStoreType: IncludeStoreType;
  includeStores: string[];
  excludeStores: string[];
  includeStoreGroups: string[];
  excludeStoreGroups: string[];
};

/** The end of what starts at an instant and is valid for 14 days, the day of the start among them (NOTIF-FORM-11). */
const usualEnd = (start: Date | string): string => warsawDay(startOfDayAhead(start, VALID_DAYS));

/** A new notification is valid for 14 days, to the start of that day in Warsaw (NOTIF-FORM-11). */
export const emptySendForm = (now: Date): SendForm => ({
  ...emptyAudienceRule,
  includeStoreType: DEFAULT_INCLUDE_STORE_TYPE,
  title: '',
  content: '',
  url: '',
  image: '',
  validUntil: usualEnd(now),
  isPlanned: false,
  startsAt: '',
  safety: false,
});

/** What is sent; with a store selected the audience is empty (NOTIF-FORM-39, 52). */
export const toPayload = (
  { isPlanned, startsAt, safety, ...form }: SendForm,
  { storeId, isTest }: { storeId: string | null; isTest: boolean },
) => ({
  ...form,
  ...(storeId !== null && emptyAudienceRule),
  isTest,
  // A test is sent at once.
  ...(isPlanned && !isTest && { startsAt }),
  ...(safety && { safety }),
});

/** What a notification says and where it leads, as the form holds it. */
export const messageOfSent = ({ title, content, url, image }: Notification): Pick<SendForm, 'title' | 'content' | 'url' | 'image'> => ({
  title,
  content,
  url: url ?? '',
  image: image ?? '',
});

/** The form of a plan, with everything that can be changed of it (PLAN-02). */
export const formOfPlan = (plan: Notification, base: SendForm): SendForm => ({
  ...base,
  ...messageOfSent(plan),
  ...audienceOf(plan),
  validUntil: dayAfter(lastDayOf(plan.validUntil)),
  // What goes as soon as it is approved has no time of its own.
  isPlanned: !plan.approval?.atOnce,
  startsAt: plan.approval?.atOnce ? '' : plan.createdAt,
});

/**
 * The form that a copy comes back as: a day that nobody chose is today's, not the one of the day when the copy was made, except for what
 * may be on its way already (`sending`), which stays exactly that, so that its key holds (D-40).
 */
export const restoredForm = (
  copy: { form: SendForm; base: SendForm },
  base: SendForm,
  sending: ReturnType<typeof toPayload> | null,
  storeId: string | null,
): SendForm => {
  const isSending = sending !== null && sameValue(toPayload(copy.form, { storeId, isTest: sending.isTest }), sending);
  return { ...mergeForms(copy.base, copy.form, base).form, ...(isSending && { validUntil: sending.validUntil }) };
};

/** To whom a payload goes. */
export const audienceOf = ({
  includeStoreType,
  includeStores,
  excludeStores,
  includeStoreGroups,
  excludeStoreGroups,
}: AudienceRule): AudienceRule => ({
  includeStoreType,
  includeStores,
  excludeStores,
  includeStoreGroups,
  excludeStoreGroups,
});

/** The content item and the page, as typed, that a link of the app's scheme names; null for any other target. */
export const linkedItem = (url: string, appScheme: string): { contentId: string; page: string } | null => {
  const [link = '', page = '1'] = withoutInvisible(url).trim().split('#');
  const read = readDeepLink(appScheme, link);
  return read && { contentId: read.contentId, page };
};

/** The target for a picked item; the page is kept as it is typed until it is one (NOTIF-FORM-24..26, NOTIF-VAL-11). */
export const urlOfItem = (appScheme: string, contentId: string, page: string): string =>
  page === '1' || page === '' ? deepLink(appScheme, contentId) : `${deepLink(appScheme, contentId)}#${page}`;

/** When a form's send starts; null for now, and for what cannot be read. */
export const startOf = ({ isPlanned, startsAt }: Pick<SendForm, 'isPlanned' | 'startsAt'>): string | null =>
  isPlanned ? readInstant(startsAt) : null;

/** Why nothing can be planned for what was typed; null when it can, or is sent now. */
const startProblem = (form: SendForm, now: Date): FieldProblemCode | null => {
  if (!form.isPlanned) return null;
  if (form.startsAt === '') return 'required';
  const start = startOf(form);
  return start === null ? 'notDate' : planProblem(start, now);
};

/** Why a day, or what was typed for one, is no end of validity; null when it is. */
const dayProblem = (day: string, now: Date): FieldProblemCode | null => {
  const until = readInstant(day);
  return until === null ? 'notDate' : validityProblem(until, now);
};
const endProblem = (form: SendForm, now: Date): FieldProblemCode | null => {
  const until = readInstant(form.validUntil);
  return until === null ? 'notDate' : plannedValidityProblem(until, startOf(form), now);
};
/** NOTIF-VAL-13: whether a notification that is sent now may be valid until the start of a day. */
export const mayEndOn = (day: string): boolean => dayProblem(day, new Date()) === null;

/** Problems by field, found by the rules that the API uses. */
export const sendFormProblems = (form: SendForm, appScheme: string, now: Date): FieldCodes => {
  const parsed = SendNotification.safeParse({ ...form, isTest: false, startsAt: null });
  const problems = parsed.success ? {} : fieldCodes(parsed.error);
  const url = withoutInvisible(form.url).trim();
  if (!problems['url'] && url && !isTarget(appScheme, url)) problems['url'] = [linkedItem(form.url, appScheme) ? 'notPage' : 'notTarget'];
  const start = startProblem(form, now);
  if (start) problems['startsAt'] = [start];
  const validity = endProblem(form, now);
  if (validity && !problems['validUntil']) problems['validUntil'] = [validity];
  return problems;
};

type Part = Partial<SendForm>;

/** What a change of fields means: who names a store or a group means those alone, unless the person chose the type (D-41). */
export const withImplied = (form: SendForm, given: Part, isTouched: (field: keyof SendForm) => boolean): Part =>
  given.includeStoreType === undefined && !isTouched('includeStoreType') && namesCovered(form, given)
    ? { ...given, includeStoreType: '' }
    : given;

/**
 * The form with a part changed. It is valid as long as any other, from when it starts, unless the person said until when (`keepsEnd`).
 * `now`: when what is not planned starts.
 */
export const formAfter = (form: SendForm, part: Part, { keepsEnd, now }: { keepsEnd: boolean; now: Date }): SendForm => {
  const next = { ...form, ...part };
  const startsElse = 'startsAt' in part || 'isPlanned' in part;
  return startsElse && !keepsEnd ? { ...next, validUntil: usualEnd(startOf(next) ?? now) } : next;
};
