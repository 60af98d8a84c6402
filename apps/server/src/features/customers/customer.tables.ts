import type { Generated } from 'kysely';

export type ErasedKind = 'customer' | 'device';

export type CustomerTables = {
  /** What erasures are recorded with, and since when it is known of devices that they are used. */
  erasing: { theOnly: Generated<boolean>; key: Generated<Buffer>; seenNotedSince: Generated<Date> };
  /** Who was erased when, without the one. */
  erasure: { kind: ErasedKind; hash: Buffer; at: Date };
};
