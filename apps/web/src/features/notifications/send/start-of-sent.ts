import { emptyAudienceRule, reachesEveryone } from '@endcap/contract/audience';
import type { Notification } from '@endcap/contract/notifications';
import { audienceOf, messageOfSent, type SendForm } from './send-form.ts';

/** What a new form takes of a notification: all of it, or what it says and where it leads. */
export type StartPart = 'whole' | 'message';

/** What is gone since it was sent and is left out; its last name, where it is known. */
type LeftOut = { kind: 'store' | 'group' | 'content'; name: string | null };
export type Start = {
  form: SendForm;
  leftOut: LeftOut[];
  /** What it excluded cannot be excluded any more: the recipients are chosen anew, so that nobody is added unseen (D-30). */
  mustChoose: boolean;
};

const lists = {
  includeStores: 'store',
  excludeStores: 'store',
  includeStoreGroups: 'group',
  excludeStoreGroups: 'group',
} as const;

/** Whom it went to, without what was deleted since. */
const audienceNow = (sent: Notification): Pick<Start, 'leftOut' | 'mustChoose'> & { rule: ReturnType<typeof audienceOf> } => {
  const before = sent.storeId === null ? audienceOf(sent) : { ...emptyAudienceRule, includeStores: [sent.storeId] };
  const isGone = (id: string): boolean => sent.deleted.includes(id);
  const kept = (ids: readonly string[]): string[] => ids.filter((id) => !isGone(id));
  const rule = {
    includeStoreType: before.includeStoreType,
    includeStores: kept(before.includeStores),
    excludeStores: kept(before.excludeStores),
    includeStoreGroups: kept(before.includeStoreGroups),
    excludeStoreGroups: kept(before.excludeStoreGroups),
  };
  const gone = new Map(
    (Object.keys(lists) as (keyof typeof lists)[]).flatMap((part) => before[part].filter(isGone).map((id) => [id, lists[part]] as const)),
  );
  // A deleted group went on excluding the stores that were in it; a deleted store was all that kept the rest from being everyone.
  const widens = before.excludeStoreGroups.some(isGone) || (reachesEveryone(rule) && !reachesEveryone(before));
  const { excludeStores, excludeStoreGroups } = rule;
  return {
    rule: widens ? { ...emptyAudienceRule, excludeStores, excludeStoreGroups } : rule,
    leftOut: [...gone].map(([id, kind]) => ({ kind, name: sent.names[id] ?? null })),
    mustChoose: widens,
  };
};

/** PLAN-05: the form that says what was sent once more, until the end of a new one; what is not possible any more is left out and named. */
export const startOfSent = (sent: Notification, base: SendForm, part: StartPart): Start => {
  const { target } = sent;
  const isTargetGone = target !== null && target.deleted;
  const { rule, leftOut, mustChoose } =
    part === 'whole' ? audienceNow(sent) : { rule: audienceOf(base), leftOut: [] satisfies LeftOut[], mustChoose: false };
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
