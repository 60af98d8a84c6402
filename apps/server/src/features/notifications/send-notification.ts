import { createHash } from 'node:crypto';
import { emptyAudienceRule } from '@endcap/contract/audience';
import { fieldProblem, Problem } from '@endcap/contract/core';
import { isTarget } from '@endcap/contract/deep-links';
import { fileUrl } from '@endcap/contract/files';
import { PAYLOAD_MAX_BYTES, payloadBytes, type SendNotification, signedTitle, validityProblem } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { inTransaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Database, Db } from '../../tables.ts';
import { freezeAudience, insertFanOut } from '../delivery/index.ts';
import { fileExists, noteFileUses } from '../files/index.ts';
import { appendHistory } from '../history/index.ts';
import { unknownGroups } from '../store-groups/index.ts';
import { signOfStore, unknownStores } from '../stores/index.ts';
import { type Attempt, earlierAttempt, rememberAttempt } from './idempotency.repository.ts';
import { idOfSend } from './month.repository.ts';
import { insertNotification } from './notification.repository.ts';
import { takeQuota } from './quota.repository.ts';
import { readValidUntil } from './read-valid-until.ts';

export type SendDeps = {
  db: Database;
  now: () => Date;
  appScheme: string;
  appUrl: string;
};

export type Send = {
  draft: SendNotification;
  /** The selected store, or null; already checked against the sender's rights. */
  storeId: string | null;
  actorId: string;
  idempotencyKey: string | null;
};

export const QUOTA_MESSAGE = "You can't send any more notifications today. Only one notification per day is allowed.";

/** With a store selected the audience is that store's subscribers, whatever the form sent. */
const withinScope = (draft: SendNotification, storeId: string | null): SendNotification => ({
  ...draft,
  ...(storeId !== null && emptyAudienceRule),
  validUntil: readValidUntil(draft.validUntil),
});

const refuseUnknown = async (db: Db, draft: SendNotification): Promise<void> => {
  for (const field of ['includeStores', 'excludeStores'] as const)
    if ((await unknownStores(db, draft[field])).length > 0) throw fieldProblem(field, 'unknown');
  for (const field of ['includeStoreGroups', 'excludeStoreGroups'] as const)
    if ((await unknownGroups(db, draft[field])).length > 0) throw fieldProblem(field, 'unknown');
};

const refuseUnsendable = async (
  db: Db,
  { now, appScheme, appUrl }: SendDeps,
  draft: SendNotification,
  storeId: string | null,
): Promise<void> => {
  const validity = validityProblem(draft.validUntil, now());
  if (validity) throw fieldProblem('validUntil', validity);
  if (draft.url && !isTarget(appScheme, draft.url)) throw fieldProblem('url', 'notTarget');
  if (draft.image && !(await fileExists(db, draft.image))) throw fieldProblem('image', 'unknown');
  const title = signedTitle(draft.title, storeId === null ? null : await signOfStore(db, storeId));
  const message = {
    notificationId: newId(),
    title,
    body: draft.content,
    url: draft.url,
    imageUrl: draft.image && fileUrl(draft.image, appUrl),
    validUntil: draft.validUntil,
  };
  if (payloadBytes(message, now()) > PAYLOAD_MAX_BYTES) throw fieldProblem('url', 'payloadTooLarge');
};

const attemptOf = ({ draft, storeId, actorId, idempotencyKey }: Send): Attempt | null =>
  idempotencyKey === null
    ? null
    : {
        actor: actorId,
        key: idempotencyKey,
        bodyHash: createHash('sha256')
          .update(JSON.stringify([draft, storeId]))
          .digest(),
      };

/**
 * Accepts a notification: quota, notification, frozen audience and history in one transaction, so that eight people
 * pressing Send at once send one (A-37, NOTIF-PUSH-11). Delivery happens afterwards, in the workers. Returns its id.
 */
export const sendNotification =
  (deps: SendDeps) =>
  async (send: Send): Promise<string> => {
    const { storeId, actorId } = send;
    const draft = withinScope(send.draft, storeId);
    const attempt = attemptOf({ ...send, draft });
    return inTransaction(deps.db, async (trx) => {
      const earlier = attempt && (await earlierAttempt(trx, attempt));
      if (earlier) return earlier;
      await refuseUnsendable(trx, deps, draft, storeId);
      await refuseUnknown(trx, draft);
      const createdAt = deps.now();
      const id = await idOfSend(trx, createdAt);
      if (!draft.isTest && !(await takeQuota(trx, storeId, warsawDay(createdAt), id))) throw new Problem('quota_used_up', QUOTA_MESSAGE);
      await insertNotification(trx, { ...draft, id, storeId, createdAt, createdBy: actorId, validUntil: new Date(draft.validUntil) });
      await noteFileUses(trx, { entity: 'notification', entityId: id }, draft, createdAt);
      if (attempt) await rememberAttempt(trx, attempt, id);
      await insertFanOut(trx, id, await freezeAudience(trx, { rule: draft, storeId, isTest: draft.isTest }));
      await appendHistory(trx, { actor: actorId, entity: 'notification', entityId: id, action: 'send' }, {}, { ...draft, storeId });
      return id;
    });
  };
