import { fieldCodes, type FieldCodes, type FieldProblemCode, withoutInvisible } from '@endcap/contract/core';
import { isTarget } from '@endcap/contract/deep-links';
import { plannedValidityProblem, planProblem, SendNotification, validityProblem } from '@endcap/contract/notifications';
import { readInstant } from '@endcap/contract/warsaw-time';
import { linkedItem, type SendForm, startOf } from './send-form.ts';

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
