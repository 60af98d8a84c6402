import type { Generated } from 'kysely';

export type ErasedKind = 'customer' | 'device';

export type CustomerTables = {
  /** The key that erasures are hashed with, and the time since which the last use of devices is recorded. */
  erasing: { theOnly: Generated<boolean>; key: Generated<Buffer>; seenNotedSince: Generated<Date> };
  /** A row per erasure. It contains a hash of the erased customer or device, never the id. */
  erasure: { kind: ErasedKind; hash: Buffer; at: Date };
};
