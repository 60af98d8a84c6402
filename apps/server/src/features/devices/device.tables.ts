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
    createdAt: Generated<Date>;
    seenAt: Generated<Date>;
  };
  deviceSubscription: { storeId: string; deviceSeq: number; elsewhere: GeneratedAlways<boolean> };
  /** What it subscribed to once; written by the database. */
  deviceFormerSubscription: { deviceSeq: number; storeId: string };
  notificationReceipt: { notificationId: string; deviceSeq: number; deliveredAt: Date | null; openedAt: Date | null };
};
