import { drafts } from '../../../lib/drafts.ts';
import { sameValue } from '../../../lib/same-value.ts';
import { type SendForm, toPayload } from './send-form.ts';

export type Payload = ReturnType<typeof toPayload>;
/** Whether a form of a store says what was sent for it. */
export const says =
  (payload: Payload, storeId: string | null) =>
  (form: SendForm): boolean =>
    sameValue(toPayload(form, { storeId, isTest: payload.isTest }), payload);

/** A press of Send or Test: what was sent, and the idempotency key that the server knows it by. */
export type Attempt = { payload: Payload; key: string; at: number };
/** Whose press it was and where; a test in between leaves the real one its key. */
export type Slot = { owner: string; storeId: string | null; isTest: boolean };

const keyOf = ({ owner, storeId, isTest }: Slot): string => `${owner}/${isTest ? 'testing' : 'sending'}/${storeId ?? 'new'}`;
/** What a full storage did not take: the same content must not get a new key for that. */
const unstored = new Map<string, Attempt>();

/** The last attempt whose answer has not come: it lies with the drafts, so that a reload can ask what became of it (D-40, F37). */
export const attempts = {
  read: (slot: Slot): Attempt | null => {
    const kept = drafts.read<Payload>(keyOf(slot));
    return unstored.get(keyOf(slot)) ?? (kept?.tag ? { payload: kept.form, key: kept.tag, at: kept.savedAt } : null);
  },
  keep: (slot: Slot, attempt: Attempt): void => {
    const { payload, key, at } = attempt;
    const isStored = drafts.write(keyOf(slot), { form: payload, base: payload, tag: key, savedAt: at });
    if (isStored) unstored.delete(keyOf(slot));
    else unstored.set(keyOf(slot), attempt);
  },
  drop: (slot: Slot): void => {
    unstored.delete(keyOf(slot));
    drafts.drop(keyOf(slot));
  },
};
