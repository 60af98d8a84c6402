import { emptyAudienceRule } from '@endcap/contract/audience';
import type { Notification } from '@endcap/contract/notifications';
import { type AudienceNow, audienceNow, type LeftOut } from '../audiences/audience-now.ts';
import { audienceOf, messageOfSent, type SendForm } from './send-form.ts';

/** What a new form takes of a notification: all of it, or what it says and where it leads. */
export type StartPart = 'whole' | 'message';

export type Start = {
  form: SendForm;
  leftOut: LeftOut[];
  /** What it excluded cannot be excluded any more: the recipients are chosen anew, so that nobody is added unseen (D-30). */
  mustChoose: boolean;
};

/** Whom it went to, without what was deleted since. */
const recipientsNow = (sent: Notification): AudienceNow =>
  audienceNow(sent.storeId === null ? audienceOf(sent) : { ...emptyAudienceRule, includeStores: [sent.storeId] }, sent);

/** PLAN-05: the form that says what was sent once more, until the end of a new one; what is not possible any more is left out and named. */
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
