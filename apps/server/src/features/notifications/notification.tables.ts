import type { IncludeStoreType } from '@endcap/contract/audience';
import type { Generated, GeneratedAlways } from 'kysely';

export type NotificationTables = {
  notification: {
    id: string;
    title: string;
    content: string;
    url: string | null;
    image: string | null;
    isTest: boolean;
    /** CARE-05 */
    safety: Generated<boolean>;
    validUntil: Date;
    /** When it was accepted; of a plan its start, with which it moves. */
    createdAt: Generated<Date>;
    createdBy: string;
    updatedAt: Generated<Date>;
    updatedBy: string;
    revision: Generated<number>;
    storeId: string | null;
    includeStoreType: IncludeStoreType;
    includeStores: string[];
    excludeStores: string[];
    includeStoreGroups: string[];
    excludeStoreGroups: string[];
    errors: Generated<string[]>;
    /** When its message was replaced last, and when it was taken back. */
    correctedAt: Date | null;
    recalledAt: Date | null;
    /** The revision that last changed title, text, link or image; null: none since the database records it (E-03). */
    textRevision: GeneratedAlways<number | null>;
    textFolded: GeneratedAlways<string>;
    /** The instants since which no data of single devices is stored. */
    receiptsEndedAt: Date | null;
    outcomesEndedAt: Date | null;
  };
  /** Written by the database; the scope '' is "everyone or targeted". */
  notificationCount: { scope: string; total: number; changes: number };
  /** Approval requests to another administrator (CARE-04). A row stays when its send was sent, declined or cancelled. */
  sendApproval: {
    notificationId: string;
    author: string;
    askedBy: string;
    askedAt: Generated<Date>;
    atOnce: boolean;
    devices: number;
    /** The devices that its person reaches within 24 hours without approval, if only these were too many (E-04). */
    together: number | null;
    /** True if it was requested when the plan was due. `approvedDevices`: the devices that it had been approved for before (E-02). */
    atStart: Generated<boolean>;
    approvedDevices: number | null;
    decision: 'approved' | 'declined' | null;
    decidedBy: string | null;
    decidedAt: Date | null;
    word: string | null;
    /** The revision of the notification that was decided on; set by the database (E-03). */
    revision: GeneratedAlways<number | null>;
  };
  /** A correction that waits for another administrator or was declined. Deleted once it is approved, withdrawn or superseded (E-03). */
  askedCorrection: {
    notificationId: string;
    title: string;
    content: string;
    url: string | null;
    image: string | null;
    askedBy: string;
    askedAt: Generated<Date>;
    devices: number;
    decidedBy: string | null;
    decidedAt: Date | null;
    word: string | null;
  };
  notificationQuota: { scope: string; day: string; notificationId: string };
  idempotencyKey: { actor: string; key: string; bodyHash: Buffer; notificationId: string; createdAt: Generated<Date> };
};
