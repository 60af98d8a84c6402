import { emptyAudienceRule } from '@endcap/contract/audience';
import { type AskRepeated, type Repeated, REPEATED_DAYS } from '@endcap/contract/notifications';
import type { Database } from '../../tables.ts';
import { freezeAudience } from '../delivery/index.ts';
import { lastSendOf } from './repeated.repository.ts';

const DAY_MS = 86_400_000;

/** Finds an earlier send of the same text to some of these people within 30 days. `mayOpen`: if the caller may open its scope. */
export const findRepeated =
  ({ db, now }: { db: Database; now: () => Date }) =>
  async (
    { title, content, ...chosenRule }: AskRepeated,
    storeId: string | null,
    mayOpen: (ofStore: string | null) => boolean,
  ): Promise<Repeated> => {
    const rule = storeId === null ? chosenRule : emptyAudienceRule;
    const audience = await freezeAudience(db, { rule, storeId, isTest: false });
    if (audience.of === 'testers') return { earlier: null };
    const until = now();
    const from = new Date(until.getTime() - REPEATED_DAYS * DAY_MS);
    const earlier = await lastSendOf(db, { title, content }, audience, { from, until });
    if (!earlier) return { earlier: null };
    return { earlier: { _id: mayOpen(earlier.storeId) ? earlier._id : null, sentAt: earlier.createdAt.toISOString() } };
  };
