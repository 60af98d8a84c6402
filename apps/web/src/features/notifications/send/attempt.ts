import { drafts } from '../../../lib/drafts.ts';
import { session } from '../../../lib/session.ts';
import type { toPayload } from './send-form.ts';

export type Payload = ReturnType<typeof toPayload>;
/** A press of Send or Test: what was sent, and the idempotency key that the server knows it by. */
export type Attempt = { payload: Payload; key: string; at: number };

const keyOf = (storeId: string | null): string => `${session.get()?.person.id}/sending/${storeId ?? 'new'}`;

/** The last attempt whose answer has not come: it lies with the drafts, so that a reload can ask what became of it (D-40, F37). */
export const attempts = {
  read: (storeId: string | null): Attempt | null => {
    const kept = drafts.read<Payload>(keyOf(storeId));
    return kept?.tag ? { payload: kept.form, key: kept.tag, at: kept.savedAt } : null;
  },
  keep: (storeId: string | null, { payload, key, at }: Attempt): void =>
    drafts.write(keyOf(storeId), { form: payload, base: payload, tag: key, savedAt: at }),
  drop: (storeId: string | null): void => drafts.drop(keyOf(storeId)),
};
