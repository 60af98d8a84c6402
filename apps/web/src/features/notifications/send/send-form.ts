import {
  type AudienceRule,
  audienceRuleFields,
  DEFAULT_INCLUDE_STORE_TYPE,
  emptyAudienceRule,
  type IncludeStoreType,
  namesCovered,
} from '@endcap/contract/audience';
import { fieldCodes, type FieldCodes, type FieldProblemCode, keysOf, withoutInvisible } from '@endcap/contract/core';
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

/** Values of the send form. Dates are `YYYY-MM-DD`; the image is a stored reference, or empty. */
export type SendForm = {
  title: string;
  content: string;
  url: string;
  image: string;
  /** The day at whose start validity ends, as in the API. The field shows the day before, the last one (E-61). */
  validUntil: string;
  /** `isPlanned` is true for a later start; `startsAt` is its instant, or the input as typed (PLAN-01). */
  isPlanned: boolean;
  startsAt: string;
  /** True for a safety message, which starts immediately (CARE-05). */
  safety: boolean;
  includeStoreType: IncludeStoreType;
  includeStores: string[];
  excludeStores: string[];
  includeStoreGroups: string[];
  excludeStoreGroups: string[];
};

/** Returns the end of validity 14 days after a start, counting the day of the start (NOTIF-FORM-11). */
const defaultEnd = (start: Date | string): string => warsawDay(startOfDayAhead(start, VALID_DAYS));

/** A new notification is valid for 14 days, to the start of that day in Warsaw (NOTIF-FORM-11). */
export const emptySendForm = (now: Date): SendForm => ({
  ...emptyAudienceRule,
  includeStoreType: DEFAULT_INCLUDE_STORE_TYPE,
  title: '',
  content: '',
  url: '',
  image: '',
  validUntil: defaultEnd(now),
  isPlanned: false,
  startsAt: '',
  safety: false,
});

/** Returns the body of the request; with a store selected the audience is empty (NOTIF-FORM-39, 52). */
export const toPayload = (
  { isPlanned, startsAt, safety, ...form }: SendForm,
  { storeId, isTest }: { storeId: string | null; isTest: boolean },
) => ({
  ...form,
  ...(storeId !== null && emptyAudienceRule),
  isTest,
  // A test is sent immediately.
  ...(isPlanned && !isTest && { startsAt }),
  ...(safety && { safety }),
});

/** Returns text, target and image of a notification as form values. */
export const messageOfSent = ({ title, content, url, image }: Notification): Pick<SendForm, 'title' | 'content' | 'url' | 'image'> => ({
  title,
  content,
  url: url ?? '',
  image: image ?? '',
});

/** Returns the form of a plan, with all fields that can be changed (PLAN-02). */
export const formOfPlan = (plan: Notification, base: SendForm): SendForm => ({
  ...base,
  ...messageOfSent(plan),
  ...audienceOf(plan),
  validUntil: dayAfter(lastDayOf(plan.validUntil)),
  // A send that starts on approval has no start time of its own.
  isPlanned: !plan.approval?.atOnce,
  startsAt: plan.approval?.atOnce ? '' : plan.createdAt,
});

/**
 * Returns the form to restore from a draft. An end of validity that the person did not set becomes today's default. A payload that may
 * have been sent already (`sending`) keeps its end, so that its idempotency key still applies (D-40).
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

/** The fields of the audience. */
export const audienceFields = keysOf(audienceRuleFields);

/** Returns the audience of a payload. */
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

/** Returns the content item and the page, as typed, of a link of the app's scheme; null for any other target. */
export const linkedItem = (url: string, appScheme: string): { contentId: string; page: string } | null => {
  const [link = '', page = '1'] = withoutInvisible(url).trim().split('#');
  const read = readDeepLink(appScheme, link);
  return read && { contentId: read.contentId, page };
};

/** Returns the target for a picked item. An invalid page is kept as typed (NOTIF-FORM-24..26, NOTIF-VAL-11). */
export const urlOfItem = (appScheme: string, contentId: string, page: string): string =>
  page === '1' || page === '' ? deepLink(appScheme, contentId) : `${deepLink(appScheme, contentId)}#${page}`;

/** Returns the start of a form's send; null for now and for an invalid start. */
export const startOf = ({ isPlanned, startsAt }: Pick<SendForm, 'isPlanned' | 'startsAt'>): string | null =>
  isPlanned ? readInstant(startsAt) : null;

/** Returns why the typed start is rejected; null if it is accepted, or the send starts now. */
const startProblem = (form: SendForm, now: Date): FieldProblemCode | null => {
  if (!form.isPlanned) return null;
  if (form.startsAt === '') return 'required';
  const start = startOf(form);
  return start === null ? 'notDate' : planProblem(start, now);
};

/** Returns why a typed day cannot be the end of validity; null if it can. */
const dayProblem = (day: string, now: Date): FieldProblemCode | null => {
  const until = readInstant(day);
  return until === null ? 'notDate' : validityProblem(until, now);
};
const endProblem = (form: SendForm, now: Date): FieldProblemCode | null => {
  const until = readInstant(form.validUntil);
  return until === null ? 'notDate' : plannedValidityProblem(until, startOf(form), now);
};
/** Returns true if a notification that is sent now may be valid until the start of a day (NOTIF-VAL-13). */
export const mayEndOn = (day: string): boolean => dayProblem(day, new Date()) === null;

/** Returns the problems by field, with the rules of the API. */
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

/** Adds implied changes: naming a store or a group clears the store type, unless the person chose that type (D-41). */
export const withImplied = (form: SendForm, edit: Part, isTouched: (field: keyof SendForm) => boolean): Part =>
  edit.includeStoreType === undefined && !isTouched('includeStoreType') && namesCovered(form, edit)
    ? { ...edit, includeStoreType: '' }
    : edit;

/**
 * Returns the form with a part changed. A new start also sets the default end of validity, unless the person set an end (`keepsEnd`).
 * `now`: the start of a send that is not planned.
 */
export const formAfter = (form: SendForm, part: Part, { keepsEnd, now }: { keepsEnd: boolean; now: Date }): SendForm => {
  const next = { ...form, ...part };
  const startsElse = 'startsAt' in part || 'isPlanned' in part;
  return startsElse && !keepsEnd ? { ...next, validUntil: defaultEnd(startOf(next) ?? now) } : next;
};
