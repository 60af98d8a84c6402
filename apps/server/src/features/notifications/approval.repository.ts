import type { Approval } from '@endcap/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { nameOf } from '../entities/index.ts';
import { noteShown } from './planned.repository.ts';

type Db = DbOf<'sendApproval' | 'fanOutPlan' | 'notification' | 'notificationCount' | 'staffName'>;

export type ApprovalRequest = {
  id: string;
  author: string;
  askedBy: string;
  atOnce: boolean;
  devices: number;
  /** Devices of all sends that the person starts within 24 hours, if only all of them together exceed the limit (E-04). */
  together: number | null;
  /** Only for a plan that was due: the devices that it had been approved for; null if it had not been approved (E-02). */
  atStart?: { approvedDevices: number | null };
};

/** Requests approval and drops an earlier decision. The caller makes the plan wait in the same transaction. */
export const askApproval = async (db: Db, { id, author, askedBy, atOnce, devices, together, atStart }: ApprovalRequest): Promise<void> => {
  const request = { askedBy, atOnce, devices, together, atStart: atStart !== undefined, approvedDevices: atStart?.approvedDevices ?? null };
  const undecided = { decision: null, decidedBy: null, decidedAt: null, word: null };
  await db
    .insertInto('sendApproval')
    .values({ notificationId: id, author, ...request })
    .onConflict((conflict) => conflict.column('notificationId').doUpdateSet({ ...request, ...undecided, askedAt: sql`clock_timestamp()` }))
    .execute();
};

/** Withdraws the request for approval. */
export const dropApproval = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('sendApproval').where('notificationId', '=', id).execute();
};

type Decision = { id: string; decision: 'approved' | 'declined'; by: string; word: string | null };

/** Records a decision. Returns undefined if the request is the person's own or was decided already. */
export const recordDecision = (db: Db, { id, decision, by, word }: Decision): Promise<{ atOnce: boolean } | undefined> =>
  db
    .updateTable('sendApproval')
    .set({ decision, decidedBy: by, decidedAt: sql`clock_timestamp()`, word })
    .where('notificationId', '=', id)
    .where('decision', 'is', null)
    .where('author', '!=', by)
    .where('askedBy', '!=', by)
    .returning('atOnce')
    .executeTakeFirst();

type Earlier = { atOnce: boolean; devices: number; decision: 'approved' | 'declined' | null };

/** Returns the latest request for approval; undefined if there was none. `atOnce`: the send starts as soon as it is approved. */
export const findApprovalRequest = (db: Db, id: string): Promise<Earlier | undefined> =>
  db.selectFrom('sendApproval').where('notificationId', '=', id).select(['atOnce', 'devices', 'decision']).executeTakeFirst();

/** Sets another start of a planned notification. Its revision and its last editor stay the same. */
export const redatePlanned = async (db: Db, { id, storeId }: { id: string; storeId: string | null }, createdAt: Date): Promise<void> => {
  await db.updateTable('notification').set({ createdAt }).where('id', '=', id).execute();
  await noteShown(db, storeId);
};

/**
 * Condition: the approval `a` covers the current text of the notification (E-03). Earlier versions corrected without approval, and did not
 * record the revision of each text.
 */
const isOfThisText = (a: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${a}.decision is distinct from 'approved' or (
    select case when n.text_revision is null then n.corrected_at is null else coalesce(${a}.revision >= n.text_revision, false) end
    from notification n where n.id = ${a}.notification_id))`;

/** Returns whether the approved text of a notification is the present or a former one; null if none was approved. */
export const approvedText = async (db: Db, id: string): Promise<'present' | 'former' | null> => {
  const row = await db
    .selectFrom('sendApproval')
    .where('notificationId', '=', id)
    .where('decision', '=', 'approved')
    .select(isOfThisText(sql.table('send_approval')).as('isPresent'))
    .executeTakeFirst();
  if (!row) return null;
  return row.isPresent ? 'present' : 'former';
};

type ApprovedCorrection = { askedBy: string; askedAt: Date; devices: number };

/** Records that the text of a correction is approved, in place of any earlier approval. Call it once the text is written. */
export const noteApprovedCorrection = async (db: Db, id: string, correction: ApprovedCorrection, by: string): Promise<void> => {
  const decided = { decision: 'approved' as const, decidedBy: by, decidedAt: sql<Date>`clock_timestamp()`, word: null };
  const request = { ...correction, author: correction.askedBy, atOnce: true, together: null, atStart: false, approvedDevices: null };
  await db
    .insertInto('sendApproval')
    .values({ notificationId: id, ...request, ...decided })
    .onConflict((conflict) => conflict.column('notificationId').doUpdateSet({ ...request, ...decided }))
    .execute();
};

/** The state of the approval of the current text of a notification; null if none was requested. */
export const approvalState = sql<Approval['state'] | null>`(
  select case when ${isOfThisText(sql`a`)} then
    coalesce(a.decision, case when exists (select from fan_out_plan p where p.notification_id = a.notification_id) then 'waiting' else 'withdrawn' end) end
  from send_approval a where a.notification_id = notification.id)`;

const person = (id: string, name: string): Approval['author'] => ({ id, name });

/** Returns the approval request and decision for the detail page; null if none was requested. `isPlan`: it has not started, nor ended. */
export const readApproval = async (
  db: Db,
  id: string,
  { revision, isPlan }: { revision: number; isPlan: boolean },
): Promise<Approval | null> => {
  const row = await db
    .selectFrom('sendApproval')
    .where('notificationId', '=', id)
    .selectAll()
    .select([
      nameOf(sql.ref<string>('author')).as('authorName'),
      nameOf(sql.ref<string>('asked_by')).as('askedByName'),
      nameOf(sql.ref<string | null>('decided_by')).as('decidedByName'),
      isOfThisText(sql.table('send_approval')).as('ofThisText'),
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { decision, atOnce, devices, together, atStart, approvedDevices, askedAt, decidedBy, decidedByName, decidedAt, word, ofThisText } =
    row;
  return {
    state: decision ?? (isPlan ? 'waiting' : 'withdrawn'),
    revision,
    decidedRevision: row.revision,
    ofThisText,
    atOnce,
    devices,
    together,
    atStart,
    approvedDevices,
    author: person(row.author, row.authorName),
    askedBy: person(row.askedBy, row.askedByName),
    askedAt: askedAt.toISOString(),
    decidedBy: decidedBy === null ? null : person(decidedBy, decidedByName ?? decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    word,
  };
};
