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
    /** The revision that last changed title, text, link or image; null: none did since the database notes it (E-03). */
    textRevision: GeneratedAlways<number | null>;
    textFolded: GeneratedAlways<string>;
    /** Since then nothing of a single device is kept. */
    receiptsEndedAt: Date | null;
    outcomesEndedAt: Date | null;
  };
  /** Written by the database; the scope '' is "everyone or targeted". */
  notificationCount: { scope: string; total: number; changes: number };
  /** What another administrator is asked for before it is sent; also when it was sent, declined or cancelled (CARE-04). */
  sendApproval: {
    notificationId: string;
    author: string;
    askedBy: string;
    askedAt: Generated<Date>;
    atOnce: boolean;
    devices: number;
    /** The devices that its person reaches within 24 hours without approval, where only these were too many (E-04). */
    together: number | null;
    /** It was asked for when the plan was due; `approvedDevices`: for how many devices it had been approved before (E-02). */
    atStart: Generated<boolean>;
    approvedDevices: number | null;
    decision: 'approved' | 'declined' | null;
    decidedBy: string | null;
    decidedAt: Date | null;
    word: string | null;
    /** The revision of the notification that was decided on; the database notes it (E-03). */
    revision: GeneratedAlways<number | null>;
  };
  /** A correction that another administrator is asked for, or declined; gone once it is approved, withdrawn or overtaken (E-03). */
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
