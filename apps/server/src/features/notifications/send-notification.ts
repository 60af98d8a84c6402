import { createHash } from 'node:crypto';
import { type AudienceRule, emptyAudienceRule } from '@endcap/contract/audience';
import { fieldProblem, keysOf } from '@endcap/contract/core';
import { isTarget } from '@endcap/contract/deep-links';
import { pushImageUrl } from '@endcap/contract/files';
import {
  type CorrectNotification,
  PAYLOAD_MAX_BYTES,
  payloadBytes,
  plannedValidityProblem,
  planProblem,
  type PushChange,
  type SendNotification,
  signedTitle,
} from '@endcap/contract/notifications';
import { databaseNow } from '../../platform/db/database-now.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Database, Db } from '../../tables.ts';
import { freezeAudience, insertFanOut, insertPlan } from '../delivery/index.ts';
import { fileExists, noteFileUses } from '../files/index.ts';
import { appendHistory } from '../history/index.ts';
import { readSettings } from '../settings/index.ts';
import { unknownGroups } from '../store-groups/index.ts';
import { signOfStore, unknownStores } from '../stores/index.ts';
import { askApproval } from './approval.repository.ts';
import { type Attempt, earlierAttempt, rememberAttempt } from './idempotency.repository.ts';
import { idOfSend } from './month.repository.ts';
import { needsApproval } from './needs-approval.ts';
import { insertNotification } from './notification.repository.ts';
import { readValidUntil } from './read-valid-until.ts';
import { refuseSafety } from './refuse-safety.ts';
import { assertMayStart } from './send-rules.ts';

export type SendDeps = {
  db: Database;
  now: () => Date;
  appScheme: string;
  appUrl: string;
};

export type Send = {
  draft: SendNotification;
  /** The word that was typed for a safety message. */
  confirmation: string | null;
  /** The selected store, or null; already checked against the sender's rights. */
  storeId: string | null;
  actorId: string;
  isAdmin: boolean;
  idempotencyKey: string | null;
  /** Called before a test is stored; may refuse it. */
  beforeTest: () => void;
};

/** Normalizes a draft. With a selected store it drops the audience rule: the audience is that store's subscribers. */
export const withinScope = (draft: SendNotification, storeId: string | null): SendNotification => ({
  ...draft,
  ...(storeId !== null && emptyAudienceRule),
  validUntil: readValidUntil(draft.validUntil),
  startsAt: draft.startsAt === null ? null : new Date(draft.startsAt).toISOString(),
});

const unknownOf = {
  includeStores: unknownStores,
  excludeStores: unknownStores,
  includeStoreGroups: unknownGroups,
  excludeStoreGroups: unknownGroups,
} as const;

/** Rejects unknown references in a rule. Those of `before` may stay after a delete: without them an exclusion would be gone (D-30). */
export const assertKnownReferences = async (db: Db, rule: AudienceRule, before: AudienceRule = emptyAudienceRule): Promise<void> => {
  for (const field of keysOf(unknownOf)) {
    const existing = new Set(before[field]);
    const added = rule[field].filter((id) => !existing.has(id));
    if (added.length > 0 && (await unknownOf[field](db, added)).length > 0) throw fieldProblem(field, 'unknown');
  }
};

type Dated = Pick<SendNotification, 'startsAt' | 'validUntil' | 'isTest' | 'safety'>;

/** PLAN-01, by the clock of the database: it decides when a plan starts. */
const assertPlannable = async (db: Db, { startsAt, isTest, safety }: Dated): Promise<void> => {
  if (startsAt === null) return;
  if (isTest || safety) throw fieldProblem('startsAt', 'invalid');
  const problem = planProblem(startsAt, await databaseNow(db));
  if (problem) throw fieldProblem('startsAt', problem);
};

/** Rejects a message that cannot be sent or shown. `changes`: how it replaces the message on phones; each variant has to fit. */
export const assertValidPayload = async (
  db: Db,
  { now, appScheme, appUrl }: Omit<SendDeps, 'db'>,
  draft: CorrectNotification & { validUntil: string; safety: boolean },
  { storeId, changes = [null] }: { storeId: string | null; changes?: readonly (PushChange | null)[] },
): Promise<void> => {
  if (draft.url && !isTarget(appScheme, draft.url)) throw fieldProblem('url', 'notTarget');
  if (draft.image && !(await fileExists(db, draft.image))) throw fieldProblem('image', 'unknown');
  const title = signedTitle(draft.title, storeId === null ? null : await signOfStore(db, storeId));
  const message = {
    notificationId: newId(),
    title,
    body: draft.content,
    url: draft.url,
    imageUrl: draft.image && pushImageUrl(draft.image, appUrl),
    validUntil: draft.validUntil,
    safety: draft.safety,
  };
  const at = now();
  if (changes.some((change) => payloadBytes({ ...message, change }, at) > PAYLOAD_MAX_BYTES)) throw fieldProblem('url', 'payloadTooLarge');
};

/** Rejects an invalid start or validity, regardless of message and audience. */
export const assertValidDates = async (db: Db, { now }: Pick<SendDeps, 'now'>, draft: Dated): Promise<void> => {
  await assertPlannable(db, draft);
  const validity = plannedValidityProblem(draft.validUntil, draft.startsAt, now());
  if (validity) throw fieldProblem('validUntil', validity);
};

export const assertSendable = async (db: Db, deps: SendDeps, draft: SendNotification, storeId: string | null): Promise<void> => {
  await assertValidDates(db, deps, draft);
  await assertValidPayload(db, deps, draft, { storeId });
};

/** Returns the current limit of pushes per phone within seven days; null: no limit (CARE-02). */
export const weeklyLimit = async (db: Db): Promise<number | null> => (await readSettings(db)).sending.weeklyLimit;

const attemptOf = ({ draft, storeId, actorId, idempotencyKey }: Send): Attempt | null =>
  idempotencyKey === null
    ? null
    : {
        actor: actorId,
        key: idempotencyKey,
        bodyHash: createHash('sha256')
          // An immediate send keeps the hash of earlier versions, which had no plans or safety messages.
          .update(JSON.stringify([{ ...draft, startsAt: draft.startsAt ?? undefined, safety: draft.safety || undefined }, storeId]))
          .digest(),
      };

/**
 * Accepts a notification and returns its id; workers deliver it afterwards. Quota, notification, frozen audience or plan, and history are
 * one transaction, so that eight people pressing Send at once send one (A-37, NOTIF-PUSH-11). A plan takes the quota of its own day and is
 * dated by its start, so that searches by date find it on that day (PLAN-01). A send that needs approval waits as a plan does, even an
 * immediate one (CARE-04).
 */
export const sendNotification =
  (deps: SendDeps) =>
  async (send: Send): Promise<string> => {
    const { storeId, actorId, isAdmin, confirmation, beforeTest } = send;
    const draft = withinScope(send.draft, storeId);
    const attempt = attemptOf({ ...send, draft });
    return inTransaction(deps.db, async (trx) => {
      const earlier = attempt && (await earlierAttempt(trx, attempt));
      if (earlier) return earlier;
      await refuseSafety(trx, { ...draft, confirmation }, { isAdmin });
      await assertSendable(trx, deps, draft, storeId);
      await assertKnownReferences(trx, draft);
      const audience = await freezeAudience(trx, { rule: draft, storeId, isTest: draft.isTest });
      // Counted before taking the quota of the day, because other sends wait for it.
      const { startsAt, ...message } = draft;
      // Both at once: the approval may wait for another send of the person, over midnight too.
      const [startAt, at] = [startsAt === null ? await databaseNow(trx) : new Date(startsAt), deps.now()];
      const needed = await needsApproval(trx, { ...draft, audience, starter: { person: actorId, at: startAt, id: null } });
      if (draft.isTest) beforeTest();
      const createdAt = startsAt === null ? at : new Date(startsAt);
      const id = await idOfSend(trx, at);
      // Tests and safety messages take no quota, and no rule about the time applies to them (CARE-05).
      const isApart = draft.isTest || draft.safety;
      if (!isApart)
        await assertMayStart(trx, {
          id,
          storeId,
          at: startAt,
          quotaDay: { takes: createdAt, has: null },
          by: { isAdmin, storeId },
        });
      await insertNotification(trx, { ...message, id, storeId, createdAt, createdBy: actorId, validUntil: new Date(draft.validUntil) });
      await noteFileUses(trx, { entity: 'notification', entityId: id }, draft, at);
      if (attempt) await rememberAttempt(trx, attempt, id);
      if (needed) await askApproval(trx, { id, author: actorId, askedBy: actorId, atOnce: startsAt === null, ...needed });
      const isPlan = startsAt !== null || needed !== null;
      if (isPlan) await insertPlan(trx, id, createdAt, { waitsFor: needed && 'approval', plannedBy: actorId });
      else await insertFanOut(trx, id, audience, { weeklyLimit: isApart ? null : await weeklyLimit(trx), startedBy: actorId });
      const action = needed ? 'ask' : startsAt === null ? 'send' : 'create';
      const { safety, ...values } = message;
      const recorded = { ...values, storeId, ...(safety && { safety }), ...(startsAt !== null && { startsAt }) };
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action }, {}, recorded);
      return id;
    });
  };
