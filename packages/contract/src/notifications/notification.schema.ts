import { z } from 'zod';
import { AudienceRule, audienceRuleAnswers, audienceRuleFields } from '../audience/index.ts';
import {
  atMost,
  code,
  countLineBreaks,
  Id,
  Instant,
  multiLine,
  page,
  PageNumber,
  PageSize,
  SearchText,
  singleLine,
  withoutInvisible,
} from '../core/index.ts';
import { ImageReference } from '../files/index.ts';
import { pluginReasons, pluginsOfSend } from '../plugins/index.ts';
import { Approval, AskedCorrection } from './approval.ts';
import { listedStates } from './listed-states.ts';
import { StartsAt } from './plan.ts';
import { TEXT_MAX_LENGTH, TEXT_MAX_LINE_BREAKS, TITLE_MAX_LENGTH, URL_MAX_LENGTH } from './notification.rules.ts';

/** A day or an instant, read by `readInstant`; the conversion stays out of the schema, and its library out of the first page load. */
const ValidUntil = z
  .string({ error: ({ input }) => (input === undefined || input === null ? 'required' : 'notDate') })
  .overwrite(withoutInvisible)
  .trim()
  .min(1, code('required'))
  .max(40, code('notDate'));

const emptyAsNull = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), z.null(), schema], {
    error: ({ input }) => (input === undefined ? 'required' : 'invalid'),
  });

const Title = singleLine
  .pipe(z.string().min(1, code('required')).max(TITLE_MAX_LENGTH, code('tooLong')))
  .meta({ maxLength: TITLE_MAX_LENGTH });
//
const Text = atMost(
  multiLine.refine((text) => text !== '', code('required')),
  TEXT_MAX_LENGTH,
  'textTooLong',
).refine((text) => countLineBreaks(text) <= TEXT_MAX_LINE_BREAKS, code('textTooManyLines'));

const Url = emptyAsNull(singleLine.pipe(z.string().max(URL_MAX_LENGTH, code('tooLong'))).meta({ maxLength: URL_MAX_LENGTH }));
const Image = emptyAsNull(ImageReference);

/** POST notification-editor. Anything else in the body (details, errors, ids) is dropped: the server decides (Z11). */
export const SendNotification = z.object({
  title: Title,
  content: Text,
  url: Url.default(null),
  image: Image.default(null),
  isTest: z.boolean(code('invalid')).default(false),
  validUntil: ValidUntil,
  /** PLAN-01: when it starts; null is now. */
  startsAt: z.union([z.literal('').transform(() => null), z.null(), StartsAt], code('notDate')).default(null),
  /** A safety message, e.g. a product recall. Administrators send it immediately, and no limit delays it (CARE-05). */
  safety: z.boolean(code('invalid')).default(false),
  ...audienceRuleFields,
});
export type SendNotification = z.output<typeof SendNotification>;

/** The request body, with the confirmation word that was typed for a safety message. */
export const ConfirmedNotification = SendNotification.extend({
  confirmation: z.string(code('invalid')).max(40, code('tooLong')).nullable().default(null),
});

/** Result of an earlier attempt to send, found by its Idempotency-Key. */
export const SentAttempt = z.object({ _id: Id, title: z.string(), isTest: z.boolean(), createdAt: Instant, unapproved: z.boolean() });
export type SentAttempt = z.infer<typeof SentAttempt>;

/**
 * The message that replaces the one that was sent; the rest of a notification stays. Phones replace all four fields, so a request has to
 * contain all of them. Null removes the link or the image.
 */
export const CorrectNotification = z.object({ title: Title, content: Text, url: Url, image: Image });
export type CorrectNotification = z.output<typeof CorrectNotification>;

export const ExtendNotification = z.object({ validUntil: ValidUntil });

/** @public OpenAPI calls it by this name. */
export const DeliveryDetails = z.object({
  successful: z.number().int(),
  remaining: z.number().int(),
  failed: z.number().int(),
  converted: z.number().int(),
});

/** Why devices were not reached; words are in the message catalogue. */
const failureReasons = [
  'deadToken',
  'switchedOff',
  'refused',
  'expired',
  'payload',
  'credential',
  'stopped',
  'cancelled',
  'internal',
  // The message was sent, but its delivery is unknown.
  'unknown',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/**
 * State of a send. `planned`: starts later, or waits for a person because it is late or needs approval. `expanding`: counts the audience.
 * `waiting`: for the push service. `paused`: until a person resumes it. `stopped`: could not continue. `cancelled`: ended by a person.
 */
const sendingStates = ['planned', 'expanding', 'sending', 'waiting', 'paused', 'stopped', 'cancelled', 'finished'] as const;
export const Sending = z.object({
  state: z.enum(sendingStates),
  /** Start of a pause, or of an outage of the push service. */
  since: Instant.nullable(),
  /**
   * Of a pause: `operator`, `deadTokens`, `restored` or `quietHours`. Of a plan, why it does not start by itself: `late`, `restored`, `approval`, `quietHours`,
   * `quota`, `rights` or a plugin's reason. A newer version may have stored more.
   */
  pauseReason: z.string().nullable(),
});
export type Sending = z.infer<typeof Sending>;

/** Follow-ups to the phones that a notification reached: a correction or a recall (RECALL-01, RECALL-02). */
const followUpKinds = ['correct', 'recall'] as const;
/** Android: the app itself replaces or removes a message, also on Huawei phones. iOS: the system replaces it. */
const followUpPlatforms = ['android', 'ios'] as const;
const replaced = <T extends z.ZodType>(value: T) => z.tuple([value, value]).optional();
/** The parts of a message that a correction changed, each before and after (E-68). */
export const MessageChange = z.object({
  title: replaced(z.string()),
  content: replaced(z.string()),
  url: replaced(z.string().nullable()),
  image: replaced(z.string().nullable()),
});
export type MessageChange = z.infer<typeof MessageChange>;
/** A follow-up, with counts of its own by platform; null while its phones are being determined. */
export const FollowUp = z.object({
  kind: z.enum(followUpKinds),
  at: Instant,
  /** The changes of a correction; null if the same message was sent again. */
  changed: MessageChange.nullable(),
  parts: z.array(
    z.object({
      platform: z.enum(followUpPlatforms),
      details: DeliveryDetails.nullable(),
      sending: Sending,
      /** Error message of the push service. */
      refusal: z.string().nullable(),
      /** Phones with an unknown outcome: they may have the message, but the follow-up is not sent to them. */
      unknown: z.number().int(),
    }),
  ),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** Target of an action: the send itself, its follow-ups (corrections and recall), or a correction that waits for approval. */
const steered = ['send', 'followUps', 'correction'] as const;
export const SteerQuery = z.object({ of: z.enum(steered, code('unknown')).default('send') });

/** A notification (ENT-01..03, A-54). Further fields cover states of the screens that the specification's fields do not. */
export const Notification = z.object({
  _id: Id,
  title: z.string(),
  content: z.string(),
  url: z.string().nullable(),
  image: z.string().nullable(),
  isTest: z.boolean(),
  /** CARE-05: a safety message. */
  safety: z.boolean(),
  validUntil: Instant,
  /** When it was sent; of a plan, when it starts. */
  createdAt: Instant,
  notificationIds: z.array(z.string()),
  ...audienceRuleAnswers,
  details: DeliveryDetails.nullable(),
  errors: z.array(z.string()),
  /** The one store that was selected when it was sent, else null. */
  storeId: Id.nullable(),
  /** Last names of stores (with city) and groups by id, and which of them were deleted since. */
  names: z.record(z.string(), z.string()),
  deleted: z.array(Id),
  /** The content item that `url` opens in the app (NOTIF-DET-38); a null name: it never was. */
  target: z.object({ contentId: Id, page: z.number().int(), name: z.string().nullable(), deleted: z.boolean() }).nullable(),
  sending: Sending,
  failures: z.array(z.object({ reason: z.enum(failureReasons), count: z.number().int() })),
  /** Times of the last correction and of the recall. */
  correctedAt: Instant.nullable(),
  recalledAt: Instant.nullable(),
  /** Corrections and recalls, newest first. */
  followUps: z.array(FollowUp),
  /** True if outcomes by phone are no longer stored, so that it cannot be corrected or recalled (OPS-06). */
  outcomesEnded: z.boolean(),
  /** CARE-02: the weekly limit and the number of phones left out because of it; null if there was no limit. */
  limited: z.object({ limit: z.number().int(), devices: z.number().int() }).nullable(),
  /** CARE-04: the request for approval; null if there was none. */
  approval: Approval.nullable(),
  /** The correction that has not been approved by another administrator yet; null without one (E-03). */
  correction: AskedCorrection.nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationRow = Notification.pick({
  _id: true,
  title: true,
  content: true,
  isTest: true,
  safety: true,
  createdAt: true,
  notificationIds: true,
  errors: true,
  storeId: true,
  correctedAt: true,
  recalledAt: true,
}).extend({
  /** Sender, by name if the person has ever signed in. */
  sentBy: z.string(),
  /** State of the approval of this text; null if none was requested (CARE-04). */
  approval: Approval.shape.state.nullable(),
  /** True if a correction waits for another administrator (E-03). */
  correctionWaits: z.boolean(),
  /** Summary of the audience, without ids. A store's own send is described by its store alone. */
  audience: z.object({
    includeStoreType: audienceRuleAnswers.includeStoreType,
    stores: z.number().int(),
    groups: z.number().int(),
    excludes: z.boolean(),
  }),
});
export type NotificationRow = z.infer<typeof NotificationRow>;

export const NotificationListQuery = z.object({
  page: PageNumber,
  pageSize: PageSize,
  text: SearchText,
  isTest: z.stringbool().optional(),
  state: z.enum(listedStates, code('unknown')).optional(),
});
export const NotificationPage = page(NotificationRow);

/** Progress of the sends on a page of the list. It is counted in a request of its own, so that the list need not wait (D-26). */
export const Deliveries = z.array(Notification.pick({ _id: true, details: true, sending: true }));
export type Deliveries = z.infer<typeof Deliveries>;
export const LISTED_AT_ONCE = 100;

/**
 * The verdict of quota, store and plugins on a send; a null reason means that they allow it. Quiet hours are not part of the
 * reason: the caller compares `quietHours` with the start.
 */
export const CanSend = z.object({
  canSend: z.boolean(),
  reason: z.enum(['quota', 'noStore', ...pluginReasons]).nullable(),
  ...pluginsOfSend,
  /** Quiet hours (`HH:mm` in Warsaw), in which no send starts; absent if none are set (CARE-03). */
  quietHours: z.object({ from: z.string(), until: z.string() }).optional(),
  /** True if the caller may send safety messages, to which none of these limits apply (CARE-05). */
  safety: z.literal(true).optional(),
});
export type CanSend = z.infer<typeof CanSend>;

export const EstimateAudience = AudienceRule.extend({ isTest: z.boolean(code('invalid')).default(false) });
/**
 * Devices that a send would address now, the stores they are chosen by, and whether no store limits it. `total` is every device that
 * could be addressed; null for one store's own send, which nothing is measured against. `unapproved`: another administrator would have to
 * approve it first (CARE-04).
 */
export const AudienceEstimate = z.object({
  devices: z.number().int(),
  stores: z.number().int(),
  everyone: z.boolean(),
  total: z.number().int().nullable(),
  unapproved: z.literal(true).optional(),
});
export type AudienceEstimate = z.infer<typeof AudienceEstimate>;
