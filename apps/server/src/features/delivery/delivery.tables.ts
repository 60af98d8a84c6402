import type { pluginReasons } from '@endcap/contract/plugins';
import type { FailureReason, PushChange, Sending } from '@endcap/contract/notifications';
import type { Generated, JSONColumnType } from 'kysely';
import type { FanOutKind, FanOutState } from './fan-out-state.ts';

/** Why a device was not reached, as its stored outcome names it. */
export type OutcomeReason = Exclude<FailureReason, 'unknown'>;
export type FailedBy = Partial<Record<OutcomeReason, number>>;

/** The rule that does not allow a plan to start, as it is when the plan is due (E-02). */
export type BlockingRule = 'quietHours' | 'quota' | 'rights' | (typeof pluginReasons)[number];
/** Why a plan does not start by itself any more. */
export type PlanWait = 'late' | 'restored' | 'approval' | BlockingRule;

export type DeliveryTables = {
  fanOut: {
    /** Id of the fan-out. For a send it is the id of the notification; other kinds have that in `ofNotification` (decision 109). */
    notificationId: string;
    kind: Generated<FanOutKind>;
    ofNotification: string | null;
    platform: PushChange['platform'] | null;
    validUntil: Date | null;
    state: Generated<FanOutState>;
    everyone: boolean;
    testersOnly: boolean;
    storeIds: string[];
    subscribedStoreId: string | null;
    /** While expanding: the highest device number examined. While gathering: the next chunk of the send to copy. */
    cursor: Generated<number>;
    chunks: Generated<number>;
    createdAt: Generated<Date>;
    finishedAt: Date | null;
    /** When the push service accepted it for the first phone; null: for none, or the version that sent it did not record it. */
    firstAcceptedAt: Date | null;
    pausedAt: Date | null;
    pausedBy: string | null;
    pauseReason: Sending['pauseReason'];
    incarnation: Generated<string>;
    proven: Generated<boolean>;
    brakeReleased: Generated<boolean>;
    refusal: string | null;
    /** Limit of pushes within seven days when this was accepted; null: no limit. */
    weeklyLimit: number | null;
    /** The person who sent it, or whose plan it was (E-04); null: earlier versions did not record it. */
    startedBy: string | null;
    /** Number of phones left out: of a send those at the weekly limit, of a follow-up those that may or may not have the message. */
    leftOut: Generated<number>;
  };
  /** Sends that start later. A row is deleted once its send has started, or will not start. */
  fanOutPlan: {
    notificationId: string;
    startsAt: Date;
    /**
     * Why the plan waits for a person. Read it together with `heldBy`: if that names a rule, the plan is blocked by the rule, and `late`
     * here says nothing, because the previous version supports no other values. Without `heldBy`, `late` means late.
     */
    waitsFor: Exclude<PlanWait, BlockingRule> | null;
    heldBy: BlockingRule | null;
    /** The person whose permissions count (E-02); null: the person who changed the notification last. */
    plannedBy: string | null;
    /** The previous version reads and writes this instead of `heldBy`. */
    isQuiet: Generated<boolean>;
    incarnation: Generated<string>;
  };
  fanOutChunk: {
    /** Id of the fan-out. */
    notificationId: string;
    no: number;
    /** Lowest and highest device number; 0 if all devices were erased. */
    firstDevice: number;
    lastDevice: number;
    /** Ascending, except for devices that were erased since: their positions contain 0 (decision 142). */
    devices: number[];
    outcomes: Buffer;
    pending: number;
    successful: Generated<number>;
    failed: Generated<number>;
    failedBy: JSONColumnType<FailedBy>;
    messageId: string | null;
    retryAt: Generated<Date>;
    leaseOwner: string | null;
    leaseEpoch: Generated<number>;
    leaseUntil: Date | null;
    stalls: Generated<number>;
    sample: 'due' | 'done' | null;
    samplePlaces: Generated<number>;
    /** Flags of each device (`marks.ts`); null: no device has one. */
    marks: Buffer | null;
    /** Version of the text that devices without a mark of a former text got (`textVersion`). */
    textVersion: number | null;
    /** Number of failed devices that may have the message, by recorded reason; null: none. */
    unknownBy: JSONColumnType<FailedBy | null>;
  };
  /** Sums of chunks that ended. */
  pastChunk: {
    notificationId: string;
    successful: number;
    failed: number;
    failedBy: JSONColumnType<FailedBy>;
    unknownBy: JSONColumnType<FailedBy | null>;
    messageIds: string[];
  };
  /** The last heartbeat of each active worker. */
  workerBeat: { worker: string; number: number; incarnation: string; confirmed: boolean; at: Generated<Date> };
  pushProject: {
    project: string;
    nextAt: Generated<Date>;
    rampFrom: Generated<Date>;
    throttledAt: Generated<Date>;
    throttledTo: Generated<number>;
    heldUntil: Generated<Date>;
    downSince: Date | null;
    probeAt: Generated<Date>;
  };
};
