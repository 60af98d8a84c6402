import { emptyAudienceRule } from '@endcap/contract/audience';
import type { Notification } from '@endcap/contract/notifications';
import { type AudienceNow, audienceNow, type LeftOut } from '../audiences/audience-now.ts';
import { audienceOf, messageOfSent, type SendForm } from './send-form.ts';

/** The part of a sent notification that a new form takes: all of it, or only its message and target. */
export type StartPart = 'whole' | 'message';

export type Start = {
  form: SendForm;
  leftOut: LeftOut[];
  /** Leaving out a deleted exclusion would add recipients unnoticed, so recipients must be chosen again (D-30). */
  mustChoose: boolean;
};

/** Recipients of a sent notification, without the stores and groups deleted since. */
const recipientsNow = (sent: Notification): AudienceNow =>
  audienceNow(sent.storeId === null ? audienceOf(sent) : { ...emptyAudienceRule, includeStores: [sent.storeId] }, sent);

/** Fills a new form from a sent notification, with the end of validity of a new one. Deleted parts are left out and named (PLAN-05). */
export const startOfSent = (sent: Notification, base: SendForm, part: StartPart): Start => {
  const { target } = sent;
  const isTargetGone = target !== null && target.deleted;
  const { rule, leftOut, mustChoose } =
    part === 'whole' ? recipientsNow(sent) : { rule: audienceOf(base), leftOut: [] satisfies LeftOut[], mustChoose: false };
  return {
    form: {
      ...base,
      ...rule,
      ...messageOfSent(sent),
      ...(isTargetGone && { url: '' }),
    },
    leftOut: isTargetGone ? [...leftOut, { kind: 'content', name: target.name }] : leftOut,
    mustChoose,
  };
};
