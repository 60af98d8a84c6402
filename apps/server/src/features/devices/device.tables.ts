import type { platforms, pushKinds } from '@endcap/contract/devices';
import type { Generated, GeneratedAlways } from 'kysely';

export type DeviceTables = {
  device: {
    seq: GeneratedAlways<number>;
    id: string;
    installId: string;
    secretHash: Buffer;
    platform: (typeof platforms)[number];
    appVersion: string;
    locale: string | null;
    userId: string | null;
    segments: Generated<string[]>;
    pushKind: (typeof pushKinds)[number] | null;
    pushValue: string | null;
    pushHash: GeneratedAlways<Buffer | null>;
    mainStoreId: string | null;
    isTester: Generated<boolean>;
    /** The name that administrators gave a test phone. */
    testerName: string | null;
    createdAt: Generated<Date>;
    /** Within a week. */
    seenAt: Generated<Date>;
    /** The main store of one that is gone. */
    goneStoreId: string | null;
    /** Stores that it lost are not given back. */
    subscriptionsSettled: Generated<boolean>;
  };
  deviceSubscription: { storeId: string; deviceSeq: number; elsewhere: GeneratedAlways<boolean> };
  /** A code that makes a phone a test phone, by the hash. */
  testerInvite: { madeBy: string; codeHash: Buffer; expiresAt: Date };
  /** Stores it once subscribed to; written by the database. */
  deviceFormerSubscription: { deviceSeq: number; storeId: string };
  notificationReceipt: { notificationId: string; deviceSeq: number; deliveredAt: Date | null; openedAt: Date | null };
  /** Sums of receipts that ended; the store '' is "no main store". */
  pastReceipt: { notificationId: string; delivered: number; opened: number };
  pastOpeningHour: { notificationId: string; hour: Date; opened: number };
  pastOpeningStore: { notificationId: string; storeId: string; opened: number };
};
