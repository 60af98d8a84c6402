import { drafts } from '../../../lib/drafts.ts';
import { session } from '../../../lib/current-session.ts';
import { sameValue } from '../../../lib/same-value.ts';
import { type SendForm, toPayload } from './send-form.ts';

export type Payload = ReturnType<typeof toPayload>;
/** Returns a predicate that is true for a form which would send the same payload for the store. */
export const sendsSame =
  (payload: Payload, storeId: string | null) =>
  (form: SendForm): boolean =>
    sameValue(toPayload(form, { storeId, isTest: payload.isTest }), payload);

/** A press of Send or Test: the payload and its idempotency key. */
export type Attempt = { payload: Payload; key: string; at: number };
/** Person, store and kind of an attempt. A test has a slot of its own, so that the real attempt keeps its key. */
export type Slot = { owner: string; storeId: string | null; isTest: boolean };

const keyOf = ({ owner, storeId, isTest }: Slot): string => `${owner}/${isTest ? 'testing' : 'sending'}/${storeId ?? 'new'}`;
/** Attempts that did not fit into a full storage. An expiry keeps them: the same content must not get a new key for that. */
const unstored = session.own(() => new Map<string, Attempt>(), { survivesExpiry: true });

/** The last attempt without a response. It is stored with the drafts, so that a reload can query its outcome (D-40, F37). */
export const attempts = {
  read: (slot: Slot): Attempt | null => {
    const stored = drafts.read<Payload>(keyOf(slot));
    return unstored().get(keyOf(slot)) ?? (stored?.tag ? { payload: stored.form, key: stored.tag, at: stored.savedAt } : null);
  },
  keep: (slot: Slot, attempt: Attempt): void => {
    const { payload, key, at } = attempt;
    const isStored = drafts.write(keyOf(slot), { form: payload, base: payload, tag: key, savedAt: at });
    if (isStored) unstored().delete(keyOf(slot));
    else unstored().set(keyOf(slot), attempt);
  },
  drop: (slot: Slot): void => {
    unstored().delete(keyOf(slot));
    drafts.drop(keyOf(slot));
  },
};
