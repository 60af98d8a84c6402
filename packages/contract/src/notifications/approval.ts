import { z } from 'zod';
import { code, Instant, requiredLines } from '../core/index.ts';

/** CARE-04: as long as the text of a notification. */
export const WORD_MAX_LENGTH = 230;

const Person = z.object({ id: z.string(), name: z.string() });

/**
 * What another administrator is asked for before a notification is sent, and what was decided. `withdrawn`: it was cancelled, or became
 * impossible, before anybody decided.
 */
export const Approval = z.object({
  state: z.enum(['waiting', 'approved', 'declined', 'withdrawn']),
  /** Of the notification as it is answered here: what a decision has to name. */
  revision: z.number().int(),
  /** The revision that was decided on; null while nobody decided, and where an earlier version noted the decision. */
  decidedRevision: z.number().int().nullable(),
  /** Whether the message is still the one that it is about; false: it was corrected since, and nobody approved that (E-03). */
  ofThisText: z.boolean(),
  /** It is sent as soon as it is approved; else when it was planned for. */
  atOnce: z.boolean(),
  /** Devices that it would have reached when it was asked for. */
  devices: z.number().int(),
  /** The devices that the person reaches within 24 hours with all that nobody else approved, where only these were too many; else null (E-04). */
  together: z.number().int().nullable(),
  /** It was asked for when the plan was due, because its audience or the settings had changed (E-02). */
  atStart: z.boolean(),
  /** Of such: for how many devices it had been approved before; null where it had not been. */
  approvedDevices: z.number().int().nullable(),
  /** Who wrote it, and who asked: the same, or who changed it last. Neither may decide. */
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
  /** Of the notification as it is answered here: what a decision has to name. */
  revision: z.number().int(),
  title: z.string(),
  content: z.string(),
  url: z.string().nullable(),
  image: z.string().nullable(),
  /** Devices that had the message, or were still to get it, when it was asked for. */
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

/** What waits for people, in the scope of the caller. */
export const WaitingSends = z.object({
  /** Plans that do not start by themselves any more (PLAN-03). */
  overdue: z.number().int(),
  /** Sends and corrections that the caller may approve or decline; 0 for staff. */
  unapproved: z.number().int(),
  /** Whether sends have to be approved now, or a send or correction waits for it since they had to. */
  approvals: z.boolean(),
});
export type WaitingSends = z.infer<typeof WaitingSends>;
