import { z } from 'zod';
import { code, Instant, requiredLines } from '../core/index.ts';

/** Maximum length of a reason, the same as of a notification's text (CARE-04). */
export const WORD_MAX_LENGTH = 230;

const Person = z.object({ id: z.string(), name: z.string() });

/**
 * Approval by another administrator, which a notification needs before it is sent: the request and the decision. `withdrawn`: the
 * notification was cancelled, or became impossible, before the decision.
 */
export const Approval = z.object({
  state: z.enum(['waiting', 'approved', 'declined', 'withdrawn']),
  /** Revision of the notification in this response. A decision has to name it. */
  revision: z.number().int(),
  /** The revision that was decided on; null before a decision, and if an earlier version recorded the decision. */
  decidedRevision: z.number().int().nullable(),
  /** False if the message was corrected since, without an approval of the correction (E-03). */
  ofThisText: z.boolean(),
  /** True if it is sent as soon as it is approved; otherwise it starts as planned. */
  atOnce: z.boolean(),
  /** Devices that it would have reached when approval was requested. */
  devices: z.number().int(),
  /** Devices of this and the person's other unapproved sends within 24 hours, if only their sum exceeds the limit; else null (E-04). */
  together: z.number().int().nullable(),
  /** True if approval was requested when the plan was due, because its audience or the settings had changed (E-02). */
  atStart: z.boolean(),
  /** In that case, the number of devices that had been approved before; null without an earlier approval. */
  approvedDevices: z.number().int().nullable(),
  /** Author of the message, and the person who asked for approval: the author or the last editor. Neither may decide. */
  author: Person,
  askedBy: Person,
  askedAt: Instant,
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  /** Why it was declined. */
  word: z.string().nullable(),
});
export type Approval = z.infer<typeof Approval>;

/** A correction that waits for another administrator, or that one declined; until it is approved the message stays as it was (E-03). */
export const AskedCorrection = z.object({
  state: z.enum(['waiting', 'declined']),
  /** Revision of the notification in this response. A decision has to name it. */
  revision: z.number().int(),
  title: z.string(),
  content: z.string(),
  url: z.string().nullable(),
  image: z.string().nullable(),
  /** Devices that had the message, or were still to get it, when approval was requested. */
  devices: z.number().int(),
  /** The person who wrote it, who may not decide. */
  askedBy: Person,
  askedAt: Instant,
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  /** Why it was declined. */
  word: z.string().nullable(),
});
export type AskedCorrection = z.infer<typeof AskedCorrection>;

const revision = z
  .number({ error: ({ input }) => (input === undefined ? 'required' : 'notNumber') })
  .int(code('notInteger'))
  .min(1, code('tooSmall'))
  .max(2_147_483_647, code('tooBig'));

/** The revision that was read: another one is not approved unread. */
export const ApproveNotification = z.object({ revision });
export const DeclineNotification = z.object({
  revision,
  word: requiredLines(WORD_MAX_LENGTH),
});

/** Sends that wait for a person, in the scope of the caller. */
export const WaitingSends = z.object({
  /** Plans that do not start by themselves any more (PLAN-03). */
  overdue: z.number().int(),
  /** Sends and corrections that the caller may approve or decline; 0 for staff. */
  unapproved: z.number().int(),
  /** True if sends need approval now, or if one still waits from a time when they did. */
  approvals: z.boolean(),
});
export type WaitingSends = z.infer<typeof WaitingSends>;
